import AnimTiming
import AtlasTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Stages
@testable import TextFormats

/// The descriptions of the corpus: each is read or refused according to the manifest.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint)) struct AtlasCorpusTests {
  private func read(_ name: String) throws -> FrameDescription {
    try AtlasReader.read(TemporaryFolder.bytes(of: Corpus.path(name)), limits: defaultLimits)
  }

  private func atlas(_ name: String) throws -> Atlas {
    try AtlasReader.parse(TemporaryFolder.bytes(of: Corpus.path(name)), limits: defaultLimits)
  }

  @Test(arguments: [
    ("pixijs/building1.json", 128, 126, 5), ("pixijs/sprite-sheet-trim.json", 1282, 1928, 3),
    ("pixijs/spritesheet/0123456789.json", 640, 64, 10),
    ("pixijs/spritesheet/building1-0.json", 256, 64, 4),
    ("pixijs/spritesheet/building1-1.json", 190, 229, 1),
    ("pixijs/spritesheet/building1.json", 128, 126, 5),
    ("pixijs/spritesheet/building1@2x.json", 249, 231, 5),
    ("pixijs/spritesheet/fighter.json", 1024, 1024, 30),
    ("pixijs/spritesheet/mc.json", 1024, 2048, 27),
    ("pixijs/spritesheet/monsters.json", 256, 512, 4),
    ("pixijs/spritesheet/multi-pack-0.json", 256, 64, 4),
    ("pixijs/spritesheet/spritesheet.json", 134, 126, 2),
    ("hostile/atlas/ok.json", 64, 64, 4), ("hostile/atlas/frame-names.json", 64, 64, 13),
    ("hostile/atlas/tags.json", 64, 64, 4), ("hostile/atlas/multipack-loop.json", 64, 64, 4),
  ])
  func atlasesHaveTheFramesOfTheManifest(
    name: String, width: Int, height: Int, frames: Int
  ) throws {
    let atlas = try atlas(name)
    try atlas.check(limits: defaultLimits)
    #expect(atlas.frames.count == frames)
    #expect(atlas.pages[0].size == PixelSize(width: width, height: height))
  }

  @Test func aSheetWithoutASizeIsReadWithAWarning() throws {
    let atlas = try atlas("pixijs/spritesheet/svgSpritesheet.json")
    #expect(atlas.frames.count == 3)
    #expect(atlas.pages[0].size == nil)
    #expect(atlas.warnings.count == 3)
    #expect(atlas.frames[0].visiblePlacement == PixelRect(x: 0, y: 0, width: 150, height: 150))
  }

  @Test func asepritesDurationsAreRead() throws {
    let atlas = try atlas("pixijs/spritesheet/0123456789.json")
    let total = atlas.frames.reduce(Int64(0)) { sum, frame in
      if case .declared(let ticks, .milliseconds) = frame.delay { sum + ticks } else { sum }
    }
    #expect(total == 3240)
  }

  @Test func anExplosionPlaysInTheOrderOfItsNumbers() throws {
    let atlas = try atlas("pixijs/spritesheet/mc.json")
    let names = atlas.playOrder().indices.map { atlas.frames[$0].name }
    #expect(names == (1...27).map { "Explosion_Sequence_A \($0).png" })
  }

  @Test func packsBelongTogether() throws {
    let first = try atlas("pixijs/spritesheet/multi-pack-0.json")
    let folder = Corpus.path("pixijs/spritesheet")
    let all = try MultiPack.read(first, name: "multi-pack-0.json", limits: defaultLimits) { name in
      let file = try ContainedFile.open(name, in: folder)
      try file.close()
      return try TemporaryFolder.bytes(of: folder.appending(name))
    }
    #expect(all.frames.count == 5 && all.pages.count == 2)
    let loop = try MultiPack.read(
      atlas("hostile/atlas/multipack-loop.json"), name: "multipack-loop.json",
      limits: defaultLimits
    ) { _ in
      Issue.record("nothing is left to open")
      return []
    }
    #expect(loop.frames.count == 4)
  }

  @Test(arguments: ["wrong-array", "wrong-type"])
  func wrongPacksAreWarningsAndNoFramesAnError(name: String) throws {
    let atlas = try atlas("pixijs/spritesheet/atlas-multipack-\(name).json")
    #expect(!atlas.warnings.isEmpty && atlas.relatedFiles.isEmpty)
    #expect(throws: ReadingError.noFrames) { try atlas.check(limits: defaultLimits) }
  }

  @Test(arguments: [
    "bad-utf8", "deep", "duration", "nan", "not-json", "rect-00", "rect-01", "rect-02", "rect-03",
    "rect-04", "rect-05", "rect-06", "rect-07", "rect-08", "source-size-bomb", "wrong-types",
  ])
  func hostileDescriptionsAreRefused(name: String) {
    #expect {
      let atlas = try atlas("hostile/atlas/\(name).json")
      try atlas.check(limits: defaultLimits)
    } throws: { error in
      (error as? any StageFailure)?.kind == .damagedInput
    }
  }

  @Test(arguments: 0...9)
  func hostilePathsOpenNothing(number: Int) throws {
    let atlas = try atlas("hostile/atlas/image-path-0\(number).json")
    let image = try #require(atlas.pages[0].image)
    #expect(throws: AtlasError.self) {
      try ContainedFile.open(image, in: Corpus.path("hostile/atlas"))
    }
  }

  @Test func theGoodPictureIsOpened() throws {
    let image = try #require(try atlas("hostile/atlas/ok.json").pages[0].image)
    try ContainedFile.open(image, in: Corpus.path("hostile/atlas")).close()
  }

  @Test func omitsTagsThatAreNotContiguous() throws {
    let atlas = try atlas("hostile/atlas/tags.json")
    #expect(atlas.tags.isEmpty && atlas.warnings.count == 2)
  }

  @Test(arguments: Corpus.files(under: "mutants", suffix: ".json"))
  func mutantsAreReadOrRefused(name: String) {
    do {
      _ = try read(name)
    } catch {
      #expect((error as? any StageFailure)?.kind == .damagedInput, "\(name): \(error)")
    }
  }

  @Test func apngasmListsAreRead() throws {
    for name in ["apngasm/test.json", "apngasm/test.xml"] {
      guard case .list(let list) = try read(name) else {
        Issue.record("\(name) is not a list")
        continue
      }
      #expect(list.format == .apngasm && list.plays == .forever)
      #expect(list.entries.count == (name.hasSuffix("json") ? 9 : 7))
      #expect(list.entries.allSatisfy { $0.file?.hasPrefix("apngasm/") == true })
    }
  }

  @Test func imagesetsNameFilesThatAreThere() throws {
    let sets = Corpus.files(suffix: "/Contents.json").filter { $0.contains(".imageset/") }
    #expect(sets.count == 25)
    for name in sets {
      guard case .imageSet(let set) = try read(name) else {
        Issue.record("\(name) is no imageset")
        continue
      }
      let folder = Corpus.path(name).removingLastComponent()
      for image in set.images { try ContainedFile.open(image.file, in: folder).close() }
      #expect(set.largest?.scale == ExactDecimal(3))
    }
    #expect(throws: AtlasError.unknownFormat) {
      try read("mdc-frames/goo_check__hide_3x/Contents.json")
    }
  }

  @Test func numberedFoldersAreInOrderWithTheirGaps() throws {
    let gaps = Corpus.files(under: "hostile/frames-gap", suffix: ".png")
      .compactMap { FilePath($0).lastComponent?.string }
    #expect(NaturalOrder.sorted(gaps) == ["f1.png", "f2.png", "f3.png", "f5.png", "f8.png"])
    let numbering = try #require(FrameNumbering(gaps.compactMap { FrameName($0).number }))
    #expect(numbering.missingDescription == "4, 6-7")
    let sets = Corpus.files(under: "mdc-frames", suffix: ".imageset")
      .compactMap { FilePath($0).lastComponent?.string }
    #expect(NaturalOrder.sorted(sets) == (1...21).map { "\($0).imageset" })
  }

  /// Every description of the corpus with random damage: read or refused, never a trap.
  @Test func randomDamageNeverTraps() throws {
    let names =
      Corpus.files(under: "pixijs", suffix: ".json")
      + Corpus.files(under: "apngasm", suffix: ".xml")
      + Corpus.files(under: "hostile/atlas", suffix: ".json")
    var generator = SeededGenerator(seed: 20)
    for name in names {
      let bytes = try TemporaryFolder.bytes(of: Corpus.path(name))
      guard bytes.count < 10_000 else { continue }
      for _ in 0..<100 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !damaged.isEmpty {
          let place = damaged.indices.randomElement(using: &generator)!
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: damaged[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
          case 1: damaged.replaceSubrange(place..<place, with: Array("99999999999".utf8))
          default: damaged.removeSubrange(place..<min(place + 9, damaged.count))
          }
        }
        if case .atlas(let atlas)? = try? AtlasReader.read(damaged, limits: defaultLimits) {
          try? atlas.check(limits: defaultLimits)
          try? atlas.check(
            pageSizes: atlas.pages.map { $0.size ?? PixelSize(width: 64, height: 64) })
          _ = atlas.playOrder(.natural)
          for tag in atlas.tags { _ = try? tag.playOrder(maxFrames: 1000) }
        }
      }
    }
  }
}
