import SystemPackage
import TestSupport
import Testing

/// Imports and mentions of types follow the direction of data. This test checks the promised order
/// of the stages against the sources.
@Suite struct ImportDirectionTests {
  /// For each target, the modules that its files may import. `Package.swift` also lists the
  /// targets; this list adds what the compiler would not refuse, such as Foundation.
  static let targets: [(name: String, mayImport: Set<String>)] = [
    ("Messages", []),
    ("AnimTiming", ["Messages"]),
    ("CLibrary", ["Glibc", "Musl", "Darwin"]),
    ("TextFormats", []),
    ("Threads", ["CLibrary", "Synchronization"]),
    ("Confining", ["CConfinement", "CLibrary", "Synchronization", "SystemPackage"]),
    ("FileBoxes", ["AnimTiming"]),
    ("Stages", ["AnimTiming", "Messages", "SystemPackage"]),
    (
      "OutputFiles",
      ["CLibrary", "CPNG", "Messages", "Stages", "SystemPackage", "TextFormats", "Threads"]
    ),
    ("Raster", ["CLibrary", "Stages", "Threads"]),
    (
      "Atlases",
      [
        "AnimTiming", "CLibrary", "Messages", "Raster", "Stages", "SystemPackage", "TextFormats",
      ]
    ),
    ("GIFBlocks", ["Raster"]),
    ("GIFCoding", ["GIFBlocks", "Raster"]),
    ("Libav", ["CFFmpeg", "CLibrary", "CPixels", "FileBoxes", "Synchronization"]),
    (
      "Reading",
      system.union(below).union([
        "CHEIF", "CJXL", "CLCMS", "CLottie", "CPNG", "CWebP", "CZlib", "FileBoxes", "Libav",
      ])
    ),
    (
      "Writing",
      system.union(below).union([
        "CDeflate", "CFreeType", "CJXL", "CPNG", "CPixels", "CWebP", "FileBoxes", "Libav",
      ])
    ),
    (
      "AnimPlay",
      system.union(below).union(["Confining", "Reading", "FoundationEssentials"])
    ),
    (
      "AnimConv",
      system.union(below).union([
        "AnimPlay", "CPixels", "Confining", "GIFBlocks", "GIFCoding", "Reading", "Writing",
        "FoundationEssentials",
      ])
    ),
    (
      "AnimBatch",
      system.union(below).union([
        "AnimConv", "CHTTP", "Reading", "Writing", "FoundationEssentials",
      ])
    ),
    (
      "AnimReport",
      system.union(below).union(["AnimConv", "Reading", "Writing", "FoundationEssentials"])
    ),
    ("Watching", ["CChanges", "CLibrary", "OutputFiles", "Reading", "SystemPackage"]),
    (
      "AnimConvCLI",
      system.union([
        "AnimBatch", "AnimReport", "AnimConv", "AnimTiming", "ArgumentParser", "CArguments",
        "CSignals", "Confining", "FoundationEssentials", "OutputFiles", "TextFormats", "Watching",
      ])
    ),
  ]

  private static let system: Set<String> = [
    "SystemPackage", "Synchronization", "Dispatch", "CLibrary",
  ]

  /// The modules that all stages use.
  private static let below: Set<String> = [
    "AnimTiming", "Atlases", "Messages", "OutputFiles", "Raster", "Stages", "TextFormats",
    "Threads",
  ]

  @Test(arguments: targets)
  func aTargetImportsOnlyWhatLiesBelowIt(name: String, mayImport: Set<String>) throws {
    let files = try SourceTree.files(of: name)
    #expect(!files.isEmpty)
    for file in files {
      for module in file.imports where !Self.isElsewhere(module, in: file) {
        #expect(mayImport.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  /// Modules that are imported only on Apple's systems: Foundation, which has no separate
  /// FoundationEssentials there, and the frameworks that bridges use.
  private static func isElsewhere(_ module: String, in file: SourceTree.File) -> Bool {
    switch module {
    case "Foundation": file.lines.contains("#if canImport(FoundationEssentials)")
    case "CoreGraphics", "CoreVideo":
      file.lines.first == "#if canImport(CoreGraphics) && canImport(CoreVideo)"
    case "CoreMedia": file.lines.first == "#if canImport(CoreMedia)"
    default: false
    }
  }

  @Test func cLibrariesAreImportedInternally() throws {
    for (name, _) in Self.targets where name != "CLibrary" {
      for file in try SourceTree.files(of: name) {
        for line in file.lines where line.hasPrefix("public import") {
          for module in [
            "CDeflate", "CFFmpeg", "CFreeType", "CHEIF", "CJXL", "CLCMS", "CLottie", "CPNG",
            "CWebP",
            "CZlib",
            "Libav",
          ] {
            #expect(!line.hasSuffix(" \(module)"), "\(file.path): \(line)")
          }
        }
      }
    }
  }

  /// Except files that bridge to Apple's image types, or must find Foundation's essentials.
  @Test func oneFileAsksOnWhichSystemItIsBuilt() throws {
    let targets = Self.targets.map(\.name) + ["EmbedPresets"]
    let asking = try targets.flatMap { try SourceTree.files(of: $0) }.filter { file in
      file.lines.contains { line in
        let code = line.drop { $0 == " " }
        return code != "#if canImport(FoundationEssentials)"
          && (code.hasPrefix("#if canImport") || code.hasPrefix("#if os("))
      }
    }
    #expect(
      asking.compactMap { $0.path.split(separator: "/").last }.sorted()
        == ["CLibrary.swift", "PixelBuffer+Apple.swift", "RationalTime+Apple.swift"])
  }

  /// `fsync` alone does not reach the disk on Apple's systems.
  @Test func filesAreBroughtToTheDiskInOnePlace() throws {
    for (target, _) in Self.targets where target != "CLibrary" {
      for file in try SourceTree.files(of: target) {
        #expect(!file.words.contains("fsync"), "\(file.path)")
      }
    }
  }

  /// The folders of each target that has any, lowest first: a file may mention types of folders
  /// that come before its own, and of no other on the same level. `""` stands for the files beside
  /// the folders.
  static let folders: [(target: String, levels: [[String]])] = [
    ("Raster", [["Frame"], ["Color", "Dither", "Scaling"]]),
    (
      "Atlases",
      [["Naming"], ["Atlas"], ["Animations", "JSON"], ["Formats", "Lists"], [""], ["Writing"]]
    ),
    // The code that opens inputs depends on all kinds of inputs.
    (
      "Reading",
      [
        ["Blending", "Colors", "Files"], ["Contract", "Zip"],
        ["Composing", "SpriteSheet"], ["Formats"],
        ["JPEG", "JXL", "PNG", "WebP"],
        ["Aseprite", "GIF", "Lottie", "Pixelorama", "Recording", "Stills", "Video"], ["AVIF"],
        ["HEIF"],
        ["Signatures"], ["FrameFolder"], ["Edits"], ["Opening", "PictureStream"],
      ]
    ),
    (
      "Writing",
      [
        ["BIF", "Deflate", "Frames", "JPEG", "PlayerAssets"],
        ["JXL", "PNG", "Stills", "Video", "WebP"],
        ["APNG", "AVIF", "RawVideo"], ["FrameFolder"], ["", "Sheet"],
      ]
    ),
    // The code that opens an input waits for its turn.
    ("AnimPlay", [["", "Errors"], ["Opening"], ["Playback"]]),
    // Requests become plans, and plans become deliveries.
    (
      "AnimConv",
      [
        ["", "Constraints", "Request", "Retiming", "Shaping"], ["Delivery", "Analysis"],
        ["Planning"],
        [
          "Memory", "Outputs/Destinations", "Outputs/Sheet", "PlayerAssets", "Selection",
          "Settings",
        ],
        [
          "Admission", "Outputs/APNG", "Outputs/AVIF", "Outputs/BIF", "Outputs/FrameFiles",
          "Outputs/GIF",
          "Outputs/ImageSet", "Outputs/JPEG", "Outputs/JXL", "Outputs/RawVideo", "Outputs/TIFF",
          "Outputs/Video",
          "Outputs/WebP",
          "Presets",
        ], ["Outputs"], ["Comparison"], ["Pipeline"],
        ["FrameWriting", "Frames", "Preview"],
      ]
    ),
    (
      "AnimBatch",
      [
        ["Files"], ["Units"], ["Shared", "Shares"], ["Plan"], ["Reports"], ["Manifest"], ["Run"],
        ["Worker"],
      ]
    ),
    // Text and charts are independent of the reported data.
    (
      "AnimReport",
      [["Media", "Text"], ["Charts", "Contents"], ["Markup"], [""], ["Index", "Sweep"]]
    ),
    (
      "AnimConvCLI",
      [
        ["Terminal"], ["Sandbox"], ["Options", "Preview"], ["Output"], ["Commands"], ["Help"],
        ["Completion"], [""],
      ]
    ),
  ]

  @Test(arguments: folders)
  func aFolderMentionsOnlyLowerOnes(target: String, levels: [[String]]) throws {
    let names = levels.flatMap(\.self)
    let files = Dictionary(grouping: try SourceTree.files(of: target)) { file in
      let folder = file.folder(of: target)
      return names.filter { folder == $0 || folder.hasPrefix($0 + "/") }
        .max { $0.count < $1.count } ?? folder
    }
    #expect(files.keys.sorted() == names.sorted(), "folders of \(target)")
    let types = files.mapValues { Set($0.flatMap(\.declaredTypes)) }
    let all = types.values.reduce(into: Set()) { $0.formUnion($1) }
    let mentions = files.mapValues { $0.map { (path: $0.path, types: $0.mentions(of: all)) } }
    var lower: Set<String> = []
    for level in levels {
      for folder in level {
        for (other, declared) in types where other != folder && !lower.contains(other) {
          for file in mentions[folder] ?? [] {
            let mentioned = file.types.intersection(declared)
            #expect(mentioned.isEmpty, "\(file.path) mentions \(mentioned.sorted()) of \(other)")
          }
        }
      }
      lower.formUnion(level)
    }
  }

  /// The other targets have no folders, so that no direction needs to be checked.
  @Test func targetsWithFoldersAreAllLookedAt() throws {
    let known = Set(Self.folders.map(\.target))
    for (name, _) in Self.targets where !known.contains(name) {
      let inFolders = try SourceTree.files(of: name).filter { !$0.folder(of: name).isEmpty }
      #expect(inFolders.isEmpty, "\(name)")
    }
  }

  @Test func theCheckSeesWhatItShouldForbid() {
    let file = SourceTree.File(
      path: "x.swift",
      text: "internal import CFFmpeg\n/// Mentions Muxer.\nstruct Reader {\n  let sink: Muxer\n}\n")
    #expect(file.imports == ["CFFmpeg"])
    #expect(file.declaredTypes == ["Reader"])
    #expect(file.words.contains("Muxer"))
    #expect(file.mentions(of: ["Muxer", "Sink"]) == ["Muxer"])
  }

  @Test func theCheckKnowsTypesInExtensions() {
    let file = SourceTree.File(
      path: "x.swift",
      text: """
        extension Outer.Middle {
          struct Inner {
            struct Own {}
            let parts: [Outer.Part], other = Module.Other.all
          }
        }

        extension Outer: Readable {
          func read(_ part: Outer) {}
        }
        """)
    #expect(file.declaredTypes == ["Outer.Middle.Inner"])
    let all: Set = ["Outer", "Outer.Part", "Outer.Middle", "Other", "Readable", "Part"]
    #expect(file.mentions(of: all) == ["Outer", "Outer.Part", "Other", "Readable"])
    let nested = SourceTree.File(
      path: "y.swift", text: "extension Outer {\n  enum Part { case one }\n}\n")
    #expect(nested.declaredTypes == ["Outer.Part"])
    #expect(nested.mentions(of: ["Outer", "Outer.Part"]).isEmpty)
  }
}
