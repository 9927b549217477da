// swift-tools-version: 6.1
import PackageDescription

#if os(Linux)
  import Glibc
#endif

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Tests are run in release builds, too, for what only optimized code shows. Their own code need not
// be optimized for that.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

// FFmpeg's libraries are opened when they are needed, and never linked. Only where the compiler does
// not find their headers by itself (Homebrew, Fedora), pkg-config says where they are; SwiftPM then
// links the libraries, too, which makes every start slower.
#if os(Linux)
  let findsHeaders = access("/usr/include/ffmpeg/libavformat/avformat.h", F_OK) != 0
#else
  let findsHeaders = false
#endif
let ffmpegHeaders: [Target] =
  findsHeaders
  ? []
  : [
    .systemLibrary(
      name: "CFFmpegHeaders", pkgConfig: "libavformat", providers: [.brew(["ffmpeg"])])
  ]
// The same for Little CMS, which only pictures with colour profiles need.
#if os(Linux)
  let findsColorHeaders = access("/usr/include/lcms2.h", F_OK) == 0
#else
  let findsColorHeaders = false
#endif
let colorHeaders: [Target] =
  findsColorHeaders
  ? []
  : [
    .systemLibrary(
      name: "CLCMSHeaders", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])])
  ]

// Products of the packages that the trait brings.
func instrumented(_ products: String...) -> [Target.Dependency] {
  let packages = [
    "CoreMetrics": "swift-metrics", "MetricsTestKit": "swift-metrics", "Logging": "swift-log",
    "InMemoryLogging": "swift-log", "Tracing": "swift-distributed-tracing",
    "InMemoryTracing": "swift-distributed-tracing",
  ]
  return products.map {
    .product(
      name: $0, package: packages[$0]!, condition: .when(traits: ["Instrumentation"]))
  }
}

let package = Package(
  name: "animconv",
  // Only Linux is tested.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "AnimConv", targets: ["AnimConv", "AnimBatch"]),
    .library(name: "AnimPlay", targets: ["AnimPlay"]),
    .library(name: "AnimConvInstrumentation", targets: ["AnimConvInstrumentation"]),
    .library(name: "AnimConvC", type: .dynamic, targets: ["AnimConvC"]),
    .executable(name: "animconv", targets: ["AnimConvCLI"]),
    .plugin(name: "AnimConvPlugin", targets: ["AnimConvPlugin"]),
  ],
  // What only some programs need is neither fetched nor built for the others.
  traits: [
    .trait(
      name: "Instrumentation",
      description:
        "AnimConvInstrumentation, with swift-log, swift-metrics and swift-distributed-tracing"
    ),
    .default(enabledTraits: []),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: ffmpegHeaders + colorHeaders + [
    .target(
      name: "CFFmpeg", dependencies: ["COpening"] + ffmpegHeaders.map { .target(name: $0.name) }),
    .systemLibrary(
      name: "CWebP",
      pkgConfig: "libwebp",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]
    ),
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [
        .apt(["zlib1g-dev"]),
        .brew(["zlib"]),
      ]
    ),
    .systemLibrary(
      name: "CDeflate",
      pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]
    ),
    .systemLibrary(
      name: "CLibPNG",
      pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]
    ),
    .target(name: "COpening"),
    .target(
      name: "CLCMS", dependencies: ["COpening"] + colorHeaders.map { .target(name: $0.name) }),
    .target(
      name: "CPNG",
      dependencies: ["CLibPNG"],
      linkerSettings: [.linkedLibrary("z")]
    ),
    .target(name: "CFreeType", dependencies: ["COpening"]),
    .target(name: "CJXL", dependencies: ["COpening"]),
    .target(name: "CHEIF", dependencies: ["COpening"]),
    .target(name: "CLottie", dependencies: ["COpening"]),
    .target(name: "CArguments"),
    .target(name: "CSignals"),
    .target(name: "CConfinement"),
    .target(name: "CChanges"),
    .target(name: "CPixels"),
    .target(name: "CHTTP"),
    .target(
      name: "CLibrary",
      swiftSettings: settings
    ),
    .target(
      name: "Libav",
      dependencies: ["CFFmpeg", "CLibrary", "CPixels", "FileBoxes"],
      swiftSettings: settings
    ),
    .target(
      name: "Messages",
      swiftSettings: settings
    ),
    .target(
      name: "AnimTiming",
      dependencies: ["Messages"],
      swiftSettings: settings
    ),
    .target(
      name: "Stages",
      dependencies: [
        "AnimTiming", "Messages", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "Threads",
      dependencies: ["CLibrary"],
      swiftSettings: settings
    ),
    .target(
      name: "Confining",
      dependencies: [
        "CConfinement", "CLibrary", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TextFormats",
      swiftSettings: settings
    ),
    .target(
      name: "OutputFiles",
      dependencies: [
        "CLibrary", "CPNG", "Messages", "Stages", "TextFormats", "Threads",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "Raster",
      dependencies: ["CLibrary", "Stages", "Threads"],
      swiftSettings: settings
    ),
    .target(
      name: "Atlases",
      dependencies: [
        "AnimTiming", "CLibrary", "Messages", "Raster", "Stages", "TextFormats",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "FileBoxes",
      dependencies: ["AnimTiming"],
      swiftSettings: settings
    ),
    .target(
      name: "Reading",
      dependencies: [
        "AnimTiming", "Atlases", "CHEIF", "CJXL", "CLCMS", "CLibrary", "CLottie", "CPNG", "CWebP",
        "CZlib", "FileBoxes", "Libav", "Messages", "OutputFiles", "Raster", "Stages", "TextFormats",
        "Threads",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "Writing",
      dependencies: [
        "AnimTiming", "Atlases", "CDeflate", "CFreeType", "CJXL", "CLibrary", "CPNG", "CPixels",
        "CWebP",
        "FileBoxes",
        "Libav",
        "Messages", "OutputFiles", "Raster", "Stages", "TextFormats", "Threads",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "GIFBlocks",
      dependencies: ["Raster"],
      swiftSettings: settings
    ),
    .target(
      name: "GIFCoding",
      dependencies: ["GIFBlocks", "Raster"],
      swiftSettings: settings
    ),
    .target(
      name: "AnimPlay",
      dependencies: [
        "AnimTiming", "Atlases", "CLibrary", "Confining", "Messages", "OutputFiles", "Raster",
        "Reading", "Stages", "TextFormats", "Threads",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "AnimConv",
      dependencies: [
        "AnimPlay", "AnimTiming", "Atlases", "CLibrary", "CPixels", "Confining", "GIFBlocks",
        "GIFCoding",
        "Messages", "OutputFiles", "Raster", "Reading", "Stages", "TextFormats", "Threads",
        "Writing",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings,
      plugins: ["EmbedPresetsPlugin"]
    ),
    .target(
      name: "AnimBatch",
      dependencies: [
        "AnimConv", "AnimTiming", "CHTTP", "CLibrary", "Messages", "OutputFiles", "Raster",
        "Reading", "Stages", "TextFormats", "Threads", "Writing",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "AnimConvInstrumentation",
      dependencies: ["AnimConv"] + instrumented("CoreMetrics", "Logging", "Tracing"),
      swiftSettings: settings
    ),
    .target(name: "CAnimConvHeader"),
    // The dynamic library for other languages. Only the functions of its header can be seen by name.
    .target(
      name: "AnimConvC",
      dependencies: [
        "AnimBatch", "AnimConv", "AnimTiming", "CAnimConvHeader", "CLibrary", "Messages", "Raster",
        "Reading", "Stages", "TextFormats", "Threads",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: ["exports.map"],
      swiftSettings: settings,
      linkerSettings: [
        .unsafeFlags(
          [
            "-Xlinker",
            "--version-script=\(Context.packageDirectory)/Sources/AnimConvC/exports.map",
          ], .when(platforms: [.linux]))
      ]
    ),
    .target(
      name: "AnimReport",
      dependencies: [
        "AnimConv", "AnimTiming", "CLibrary", "Messages", "OutputFiles", "Raster", "Reading",
        "Stages", "TextFormats", "Writing",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      resources: ["report.css", "frames.js", "viewer.js", "report.js", "sweep.js"].map {
        .embedInCode("Assets/\($0)")
      },
      swiftSettings: settings
    ),
    .target(
      name: "Watching",
      dependencies: [
        "CChanges", "CLibrary", "OutputFiles", "Reading",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(name: "EmbedPresets"),
    .plugin(
      name: "EmbedPresetsPlugin",
      capability: .buildTool(),
      dependencies: ["EmbedPresets"],
      path: "Sources/EmbedPresetsPlugin"
    ),
    .executableTarget(name: "ConvertAnimations"),
    .plugin(
      name: "AnimConvPlugin",
      capability: .buildTool(),
      dependencies: ["ConvertAnimations"],
      path: "Sources/AnimConvPlugin"
    ),
    .executableTarget(
      name: "AnimConvCLI",
      dependencies: [
        "AnimBatch", "AnimConv", "AnimReport", "CArguments", "CLibrary", "CSignals", "Confining",
        "OutputFiles", "TextFormats", "Watching",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .target(name: "CIntruder", path: "Tests/Intruder/Attempts"),
    .executableTarget(
      name: "Intruder",
      dependencies: [
        "CIntruder", "Confining", .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Intruder/Program",
      swiftSettings: testSettings
    ),
    .target(
      name: "TestSupport",
      dependencies: [
        "CLibrary",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/TestSupport",
      swiftSettings: testSettings
    ),
    .target(
      name: "AtlasTestSupport",
      dependencies: ["AnimTiming", "Atlases", "Raster", "Stages"],
      path: "Tests/AtlasTestSupport",
      swiftSettings: testSettings
    ),
    .target(
      name: "FrameTestSupport",
      dependencies: ["AnimTiming", "CLibrary", "Raster", "Reading", "Stages", "TestSupport"],
      path: "Tests/FrameTestSupport",
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "MessagesTests",
      dependencies: ["Messages"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "AnimTimingTests",
      dependencies: ["AnimTiming", "Messages", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "TextFormatsTests",
      dependencies: ["TestSupport", "TextFormats"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "ConfiningTests",
      dependencies: [
        "Confining", "Intruder", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "ThreadsTests",
      dependencies: ["Threads"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "OutputFilesTests",
      dependencies: [
        "CLibrary", "Messages", "OutputFiles", "Stages", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "RasterTests",
      dependencies: ["Raster", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "AtlasesTests",
      dependencies: [
        "AnimTiming", "AtlasTestSupport", "Atlases", "CLibrary", "Messages", "Raster", "Stages",
        "TestSupport", "TextFormats",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "AnimConvInstrumentationTests",
      dependencies: ["AnimConv", "AnimConvInstrumentation", "TestSupport"]
        + instrumented(
          "CoreMetrics", "InMemoryLogging", "InMemoryTracing", "Logging", "MetricsTestKit",
          "Tracing"),
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "AnimBatchTests",
      dependencies: [
        "AnimBatch", "AnimConv", "AnimTiming", "CLibrary", "OutputFiles", "Raster", "Reading",
        "Stages", "TestSupport", "TextFormats", "Threads", "Writing",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "AnimReportTests",
      dependencies: [
        "AnimConv", "AnimReport", "AnimTiming", "OutputFiles", "Raster", "Reading", "Stages",
        "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "WatchingTests",
      dependencies: [
        "Reading", "TestSupport", "Watching",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GIFBlocksTests",
      dependencies: ["GIFBlocks", "Raster"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "GIFCodingTests",
      dependencies: ["GIFBlocks", "GIFCoding", "Raster"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "LibavTests",
      dependencies: ["Libav"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "ReadingTests",
      dependencies: [
        "AnimTiming", "AtlasTestSupport", "Atlases", "CLibrary", "FrameTestSupport", "Libav",
        "Messages", "OutputFiles", "Raster", "Reading", "Stages", "TestSupport", "TextFormats",
        "Threads",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "WritingTests",
      dependencies: [
        "AnimTiming", "AtlasTestSupport", "Atlases", "CDeflate", "CZlib", "FileBoxes",
        "FrameTestSupport", "Libav", "Messages", "OutputFiles", "Raster", "Reading", "Stages",
        "TestSupport", "TextFormats", "Writing",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "AnimPlayTests",
      dependencies: [
        "AnimPlay", "AnimTiming", "FrameTestSupport", "Raster", "Reading", "Stages", "TestSupport",
        "Threads",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "AnimConvTests",
      dependencies: [
        "AnimBatch", "AnimConv", "AnimPlay", "AnimTiming", "AtlasTestSupport", "Atlases",
        "CLibrary",
        "FrameTestSupport", "Libav", "Messages", "OutputFiles", "Raster", "Reading", "Stages",
        "TestSupport", "TextFormats", "Threads", "Writing",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "AnimConvCLITests",
      dependencies: [
        "AnimConv", "AnimConvCLI", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: testSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)
