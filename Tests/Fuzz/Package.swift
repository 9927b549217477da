// swift-tools-version: 6.1
import PackageDescription

// One executable per target; ./run builds them with the sanitizers.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "animconv", path: "../..")],
  targets: [
    .target(name: "CFuzzer"),
    .target(
      name: "SourceFuzzing",
      dependencies: ["CFuzzer", .product(name: "AnimConv", package: "animconv")]
    ),
    .executableTarget(name: "apng", dependencies: ["SourceFuzzing"]),
    .executableTarget(name: "aseprite", dependencies: ["SourceFuzzing"]),
    .executableTarget(name: "atlas", dependencies: ["SourceFuzzing"]),
    .executableTarget(name: "avif", dependencies: ["SourceFuzzing"]),
    .executableTarget(name: "edit", dependencies: ["SourceFuzzing"]),
    .executableTarget(name: "fonts", dependencies: ["SourceFuzzing"]),
    .executableTarget(name: "gif", dependencies: ["SourceFuzzing"]),
    .executableTarget(name: "jxl", dependencies: ["SourceFuzzing"]),
    .executableTarget(
      name: "records",
      dependencies: ["SourceFuzzing", .product(name: "AnimConv", package: "animconv")]),
    .executableTarget(name: "stills", dependencies: ["SourceFuzzing"]),
    .executableTarget(
      name: "texts",
      dependencies: ["SourceFuzzing", .product(name: "AnimConv", package: "animconv")]),
    .executableTarget(name: "video", dependencies: ["SourceFuzzing"]),
    .executableTarget(name: "webp", dependencies: ["SourceFuzzing"]),
    .executableTarget(name: "zip", dependencies: ["SourceFuzzing"]),
  ],
  swiftLanguageModes: [.v6]
)
