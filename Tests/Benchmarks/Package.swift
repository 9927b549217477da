// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "animconv", path: "../..")],
  targets: [
    .executableTarget(
      name: "ReadingBenchmark",
      dependencies: [.product(name: "AnimConv", package: "animconv")]
    ),
    .executableTarget(
      name: "PlaybackBenchmark",
      dependencies: [.product(name: "AnimConv", package: "animconv")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
