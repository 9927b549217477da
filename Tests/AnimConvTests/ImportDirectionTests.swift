import SystemPackage
import TestSupport
import Testing

/// The direction in which data flows is the direction of imports and of mentions: what the package
/// promises in its description of the stages is read off the sources here.
@Suite struct ImportDirectionTests {
  /// For each target, the modules that its files may import.
  static let targets: [(name: String, mayImport: Set<String>)] = [
    ("AnimTiming", []),
    (
      "Atlases",
      ["AnimTiming", "CLibrary", "Raster", "Stages", "SystemPackage", "TextFormats"]
    ),
    (
      "OutputFiles",
      ["CLibrary", "CPNG", "Stages", "SystemPackage", "TextFormats", "Threads"]
    ),
    ("Raster", ["CLibrary", "Stages", "Threads"]),
    ("Stages", ["SystemPackage"]),
    ("TextFormats", []),
    ("Threads", ["CLibrary", "Dispatch", "Synchronization"]),
    ("CLibrary", ["Glibc", "Musl", "Darwin"]),
    ("GIFBlocks", []),
    ("GIFCoding", ["GIFBlocks"]),
    ("Libav", system.union(["CFFmpeg"])),
    (
      "AnimConv",
      system.union([
        "AnimTiming", "Libav", "CDeflate", "CPNG", "CWebP", "CZlib", "FoundationEssentials",
        "Atlases", "OutputFiles", "Raster", "Stages", "TextFormats", "Threads",
      ])
    ),
    (
      "AnimBatch",
      system.union([
        "AnimConv", "AnimTiming", "FoundationEssentials", "Libav", "OutputFiles", "Raster",
        "Stages", "TextFormats", "Threads",
      ])
    ),
    (
      "AnimConvCLI",
      system.union([
        "AnimBatch", "AnimConv", "AnimTiming", "ArgumentParser", "CSignals",
        "FoundationEssentials",
      ])
    ),
  ]

  private static let system: Set<String> = [
    "SystemPackage", "Synchronization", "Dispatch", "CLibrary",
  ]

  @Test(arguments: targets)
  func aTargetImportsOnlyWhatLiesBelowIt(name: String, mayImport: Set<String>) throws {
    let files = try SourceTree.files(of: name)
    #expect(!files.isEmpty)
    for file in files {
      for module in file.imports {
        #expect(mayImport.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test func cLibrariesAreImportedInternally() throws {
    for file in try SourceTree.files(of: "AnimConv") + SourceTree.files(of: "Libav") {
      for line in file.lines where line.hasPrefix("public import") {
        for module in ["CFFmpeg", "CDeflate", "CPNG", "CWebP", "CZlib", "Libav"] {
          #expect(!line.hasSuffix(" \(module)"), "\(file.path): \(line)")
        }
      }
    }
  }

  @Test func oneFileAsksOnWhichSystemItIsBuilt() throws {
    let targets = [
      "AnimBatch", "AnimTiming", "Atlases", "CLibrary", "GIFBlocks", "GIFCoding", "Libav",
      "OutputFiles", "Raster", "Stages", "TextFormats", "Threads", "AnimConv", "AnimConvCLI",
      "EmbedPresets",
    ]
    let asking = try targets.flatMap { try SourceTree.files(of: $0) }.filter { file in
      file.lines.contains { line in
        let code = line.drop { $0 == " " }
        return code.hasPrefix("#if canImport") || code.hasPrefix("#if os(")
      }
    }
    #expect(asking.map { $0.path.split(separator: "/").last } == ["CLibrary.swift"])
  }

  /// `fsync` alone does not reach the disk on Apple's systems.
  @Test func filesAreBroughtToTheDiskInOnePlace() throws {
    for target in ["Libav", "OutputFiles", "AnimConv", "AnimBatch", "AnimConvCLI"] {
      for file in try SourceTree.files(of: target) {
        #expect(!file.words.contains("fsync"), "\(file.path)")
      }
    }
  }

  /// A stage's files must not mention types of the stages that come after it.
  static let stages: [(folder: String, mustNotMention: [String])] = [
    ("Reading", ["Retiming", "Shaping", "Writing", "Playback", "Presets"]),
    ("Retiming", ["Reading", "Shaping", "Writing", "Presets"]),
    ("Shaping", ["Reading", "Retiming", "Writing", "Presets"]),
    ("Writing", ["Reading", "Retiming", "Playback", "Presets"]),
    ("Playback", ["Retiming", "Shaping", "Writing", "Presets"]),
    ("Pipeline", ["Presets"]),
  ]

  @Test(arguments: stages)
  func aStageDoesNotKnowTheOthers(folder: String, mustNotMention: [String]) throws {
    let all = try SourceTree.files(of: "AnimConv")
    for other in mustNotMention {
      let types = Set(all.filter { $0.stage == other }.flatMap(\.declaredTypes))
      for file in all where file.stage == folder {
        let mentioned = file.words.intersection(types)
        #expect(mentioned.isEmpty, "\(file.path) mentions \(mentioned.sorted()) of \(other)")
      }
    }
  }

  @Test func formatsDoNotMentionOneAnother() throws {
    let readers = try SourceTree.files(of: "AnimConv").filter { $0.stage == "Reading" }
    let formats = Set(readers.compactMap(\.format))
    for format in formats {
      let types = Set(readers.filter { $0.format == format }.flatMap(\.declaredTypes))
      for file in readers where file.format != nil && file.format != format {
        let mentioned = file.words.intersection(types)
        #expect(mentioned.isEmpty, "\(file.path) mentions \(mentioned.sorted()) of \(format)")
      }
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
