import SystemPackage
import TestSupport
import Testing

/// The direction in which data flows is the direction of imports and of mentions: what the package
/// promises in its description of the stages is read off the sources here.
@Suite struct ImportDirectionTests {
  /// For each target, the modules that its files may import. Which target may use which is also in
  /// `Package.swift`; here is what the compiler would not refuse, such as Foundation.
  static let targets: [(name: String, mayImport: Set<String>)] = [
    ("Messages", []),
    ("AnimTiming", ["Messages"]),
    ("CLibrary", ["Glibc", "Musl", "Darwin"]),
    ("TextFormats", []),
    ("Threads", ["CLibrary", "Synchronization"]),
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
      system.union(below).union(["CJXL", "CLCMS", "CPNG", "CWebP", "CZlib", "FileBoxes", "Libav"])
    ),
    (
      "Writing",
      system.union(below).union([
        "CDeflate", "CFreeType", "CJXL", "CPNG", "CWebP", "FileBoxes", "Libav",
      ])
    ),
    (
      "AnimConv",
      system.union(below).union([
        "CPixels", "GIFBlocks", "GIFCoding", "Reading", "Writing", "FoundationEssentials",
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
        "CSignals", "FoundationEssentials", "TextFormats", "Watching",
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

  /// What is imported on Apple's systems alone: Foundation, of which FoundationEssentials is no module
  /// of its own there, and what bridges are made to.
  private static func isElsewhere(_ module: String, in file: SourceTree.File) -> Bool {
    switch module {
    case "Foundation": file.lines.contains("#if canImport(FoundationEssentials)")
    case "CoreGraphics", "CoreVideo":
      file.lines.first == "#if canImport(CoreGraphics) && canImport(CoreVideo)"
    default: false
    }
  }

  @Test func cLibrariesAreImportedInternally() throws {
    for (name, _) in Self.targets where name != "CLibrary" {
      for file in try SourceTree.files(of: name) {
        for line in file.lines where line.hasPrefix("public import") {
          for module in [
            "CDeflate", "CFFmpeg", "CFreeType", "CJXL", "CLCMS", "CPNG", "CWebP", "CZlib", "Libav",
          ] {
            #expect(!line.hasSuffix(" \(module)"), "\(file.path): \(line)")
          }
        }
      }
    }
  }

  /// Besides those that bridge to pictures of Apple's, or need to know where Foundation's essentials
  /// are.
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
        == ["CLibrary.swift", "PixelBuffer+Apple.swift"])
  }

  /// `fsync` alone does not reach the disk on Apple's systems.
  @Test func filesAreBroughtToTheDiskInOnePlace() throws {
    for (target, _) in Self.targets where target != "CLibrary" {
      for file in try SourceTree.files(of: target) {
        #expect(!file.words.contains("fsync"), "\(file.path)")
      }
    }
  }

  /// For each target that has folders, which other folders of it a folder's files may mention types
  /// of; `""` are the files beside the folders. What is not here is refused, and so is a folder that
  /// is not here.
  static let folders: [(target: String, mayMention: [String: Set<String>])] = [
    ("Raster", ["Frame": [], "Color": ["Frame"], "Dither": ["Frame"], "Scaling": ["Frame"]]),
    (
      "Atlases",
      [
        "": ["Animations", "Formats", "Lists", "Naming"], "Animations": [""],
        "Formats": ["", "JSON"], "JSON": [""], "Lists": ["", "JSON"], "Naming": [],
        "Writing": ["", "Animations", "Formats"],
      ]
    ),
    // Formats do not mention one another; what opens inputs mentions all.
    (
      "Reading",
      [
        "": [
          "AVIF", "Aseprite", "Custom", "FrameFolder", "GIF", "JPEG", "JXL", "Light", "PNG",
          "PictureStream", "Pixelorama", "SpriteSheet", "Stills", "Video", "WebP", "Zip",
        ],
        "AVIF": [""], "JXL": ["", "PictureStream"],
        // Its tags are chosen as those of atlases, its colours described as those of PNG.
        "Aseprite": ["", "PNG", "SpriteSheet"], "Custom": [""], "FrameFolder": [""], "GIF": [""],
        "JPEG": [""], "Light": [""],
        // Pictures one after another are a folder of frames.
        "PNG": [""], "PictureStream": ["", "FrameFolder", "JPEG"], "Recording": ["", "Custom"],
        // Its tags are chosen as those of atlases, its pixels lie in a zip archive.
        "Pixelorama": ["", "SpriteSheet", "Zip"], "SpriteSheet": [""],
        // Pages are a folder of frames.
        "Stills": ["", "FrameFolder"], "Video": [""], "WebP": [""], "Zip": [""],
      ]
    ),
    (
      "Writing",
      [
        "": ["FrameFolder", "Video"], "APNG": ["", "Deflate", "PNG"], "AVIF": ["", "Video"],
        "JXL": [""],
        "Deflate": [],
        "FrameFolder": ["", "AVIF", "JPEG", "PNG", "PlayerAssets", "Stills", "WebP"],
        "JPEG": [], "PNG": ["Deflate"], "PlayerAssets": [""], "RawVideo": ["Video"],
        "Sheet": ["", "PNG", "PlayerAssets"], "Stills": ["Deflate"], "Video": [""], "WebP": [""],
      ]
    ),
    // Requests become plans, plans become deliveries; outputs do not mention one another, but an
    // imageset is made of sheets.
    (
      "AnimConv",
      [
        "": [], "Retiming": [], "Shaping": [], "Constraints": [],
        // Whatever opens an input waits for its turn, and every error is a conversion's.
        "Admission": ["Planning", "Retiming", "Shaping"],
        "Playback": ["Admission", "Planning"],
        // Frames that an export would write, for programs.
        "Frames": ["Outputs/FrameFiles", "Pipeline", "Planning", "Playback"],
        "Comparison": ["Admission", "Pipeline", "Planning", "Playback", "Retiming", "Shaping"],
        "Recording": [
          "Admission", "Outputs", "Outputs/Video", "Pipeline", "Planning", "Shaping",
        ],
        "Planning": ["Constraints", "Retiming", "Shaping"],
        "Players": ["Planning"], "Selection": ["Planning", "Retiming"],
        "Preview": ["Pipeline", "Planning", "Shaping"],
        "Outputs": [
          "Constraints", "Outputs/APNG", "Outputs/AVIF", "Outputs/FrameFiles", "Outputs/GIF",
          "Outputs/ImageSet", "Outputs/Sheet", "Outputs/Video", "Outputs/WebP", "Planning",
          "Shaping",
        ],
        "Outputs/FrameFiles": ["Constraints", "Outputs", "Planning", "Shaping"],
        "Outputs/APNG": ["Constraints", "Outputs", "Planning", "Shaping"],
        "Outputs/AVIF": ["Constraints", "Outputs", "Planning", "Shaping"],
        "Outputs/GIF": ["Constraints", "Outputs", "Planning", "Shaping"],
        "Outputs/ImageSet": ["Constraints", "Outputs", "Outputs/Sheet", "Planning", "Shaping"],
        "Outputs/Sheet": ["Constraints", "Outputs", "Planning", "Shaping"],
        "Outputs/Video": ["Constraints", "Outputs", "Planning", "Shaping"],
        "Outputs/WebP": ["Constraints", "Outputs", "Planning", "Shaping"],
        "Pipeline": ["Admission", "Constraints", "Planning", "Retiming", "Shaping"],
        "Presets": ["Constraints", "Pipeline", "Planning", "Retiming", "Shaping"],
      ]
    ),
    // Text and charts are independent of the reported data.
    (
      "AnimReport",
      [
        "": ["Markup", "Media", "Text"], "Charts": ["Text"],
        "Markup": ["", "Charts", "Media", "Text"], "Media": [], "Text": [],
        "Index": ["", "Markup", "Media", "Text"],
        "Sweep": ["", "Charts", "Markup", "Media", "Text"],
      ]
    ),
    (
      "AnimConvCLI",
      [
        "": ["Commands", "Completion", "Help", "Options", "Output"],
        "Commands": ["Options", "Output", "Preview"],
        "Completion": [""], "Help": ["", "Output"], "Options": ["Output"],
        "Output": ["", "Options"],
        "Preview": ["Output"],
      ]
    ),
  ]

  @Test(arguments: folders)
  func aFolderMentionsOnlyWhatItMay(target: String, mayMention: [String: Set<String>]) throws {
    let files = Dictionary(grouping: try SourceTree.files(of: target)) { file in
      let folder = file.folder(of: target)
      return mayMention.keys.filter { folder == $0 || folder.hasPrefix($0 + "/") }
        .max { $0.count < $1.count } ?? folder
    }
    #expect(files.keys.sorted() == mayMention.keys.sorted(), "folders of \(target)")
    let types = files.mapValues { Set($0.flatMap(\.declaredTypes)) }
    for (folder, allowed) in mayMention {
      for (other, declared) in types where other != folder && !allowed.contains(other) {
        for file in files[folder] ?? [] {
          let mentioned = file.words.intersection(declared)
          #expect(mentioned.isEmpty, "\(file.path) mentions \(mentioned.sorted()) of \(other)")
        }
      }
    }
  }

  /// The other targets have no folders in which a direction could be lost.
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
  }
}
