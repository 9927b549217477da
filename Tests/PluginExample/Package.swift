// swift-tools-version: 6.1
import PackageDescription

// A package that converts its animations when it is built; ./run builds and runs it.
let package = Package(
  name: "PluginExample",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "animconv", path: "../..")],
  targets: [
    .executableTarget(
      name: "Player",
      exclude: ["Animations", "animations.json"],
      plugins: [.plugin(name: "AnimConvPlugin", package: "animconv")]
    )
  ],
  swiftLanguageModes: [.v6]
)
