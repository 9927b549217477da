// swift-tools-version: 6.1
import PackageDescription

let library = Target.Dependency.product(name: "AnimConv", package: "animconv")

let package = Package(
  name: "Programs",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "animconv", path: "../..")],
  targets: [
    .target(name: "Measuring"),
    .executableTarget(
      name: "AcrossActors", dependencies: [library],
      swiftSettings: [
        .enableUpcomingFeature("MemberImportVisibility"), .unsafeFlags(["-warnings-as-errors"]),
      ]),
    .executableTarget(name: "Together", dependencies: [library, "Measuring"]),
    .executableTarget(name: "Server", dependencies: [library, "Measuring"]),
    .executableTarget(name: "Editor", dependencies: [library, "Measuring"]),
    .executableTarget(name: "OwnKinds", dependencies: [library]),
    .executableTarget(name: "GivingUp", dependencies: [library, "Measuring"]),
    .executableTarget(
      name: "Player", dependencies: [.product(name: "AnimPlay", package: "animconv")]),
    .executableTarget(name: "Recorder", dependencies: [library, "Measuring"]),
  ],
  swiftLanguageModes: [.v6]
)
