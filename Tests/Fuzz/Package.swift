// swift-tools-version: 6.1
import PackageDescription

// One executable a target; ./run builds them with the sanitizers.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "animconv", path: "../..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "apng",
      dependencies: ["CFuzzer", .product(name: "AnimConv", package: "animconv")]
    ),
    .executableTarget(
      name: "gif",
      dependencies: ["CFuzzer", .product(name: "AnimConv", package: "animconv")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
