import AnimTiming
import AtlasTestSupport
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages

/// The sheets and atlases of the corpus, compared with cells cut from ffmpeg's decoded pictures.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.hint)) struct SheetCorpusTests {
  static let atlases = [
    "pixijs/sprite-sheet-trim.json", "pixijs/spritesheet/0123456789.json",
    "pixijs/spritesheet/building1-0.json", "pixijs/spritesheet/building1-1.json",
    "pixijs/spritesheet/building1.json", "pixijs/spritesheet/building1@2x.json",
    "pixijs/spritesheet/fighter.json", "pixijs/spritesheet/mc.json",
    "pixijs/spritesheet/monsters.json", "pixijs/spritesheet/spritesheet.json",
    "hostile/atlas/ok.json", "hostile/atlas/multipack-loop.json",
  ]

  @Test(arguments: atlases) func framesEqualAnIndependentCut(name: String) throws {
    let path = Corpus.path(name)
    let folder = path.removingLastComponent()
    var atlas = try AtlasReader.parse(TemporaryFolder.bytes(of: path), limits: defaultLimits)
    for other in atlas.relatedFiles where folder.appending(other) != path {
      atlas = try atlas.merging(
        AtlasReader.parse(
          TemporaryFolder.bytes(of: folder.appending(other)), limits: defaultLimits),
        limits: defaultLimits)
    }
    let pages = try atlas.pages.map { page in
      try DrawnSheet(
        decoding: folder.appending(page.image!).string, #require(page.size))
    }
    let source = try openSource(.path(path))
    let canvas = source.info.size
    let order = atlas.playOrder().indices
    #expect(source.info.frames.count == order.count)
    for index in order {
      let frame = atlas.frames[index]
      let page = pages[frame.page]
      let left = (canvas.width - frame.sourceSize.width) / 2
      let top = (canvas.height - frame.sourceSize.height) / 2
      var expected = [UInt32](repeating: 0, count: canvas.area)
      for y in 0..<frame.sourceSize.height {
        for x in 0..<frame.sourceSize.width {
          let (u, v) = (x - frame.offset.x, y - frame.offset.y)
          guard u >= 0, v >= 0 else { continue }
          if frame.rotation == .clockwise {
            guard u < frame.rect.height, v < frame.rect.width else { continue }
            expected[(top + y) * canvas.width + left + x] =
              page.pixel(frame.rect.x + frame.rect.width - 1 - v, frame.rect.y + u)
          } else {
            guard u < frame.rect.width, v < frame.rect.height else { continue }
            expected[(top + y) * canvas.width + left + x] =
              page.pixel(frame.rect.x + u, frame.rect.y + v)
          }
        }
      }
      let frame2 = try #require(try source.next())
      #expect(frame2.pixels.rgbaWords == expected, "\(name): \(frame.name)")
    }
    #expect(try source.next() == nil)
  }

  @Test func theSheetsOfAnimatedIconsHaveThirtyOneFrames() throws {
    var sides: [Int] = []
    for name in Corpus.files(under: "mdc", suffix: ".png") where !name.contains("check__") {
      var options = ReadingOptions()
      options.sheet.use = .always
      let path = Corpus.path(name)
      let source = try openSource(.path(path), options: options)
      let side = source.info.size.width
      sides.append(side)
      #expect(source.info.size.height == side)
      #expect(source.info.frames.count == 31, "\(name)")
      #expect(!source.info.warnings.contains { $0.detail.contains("does not fit") }, "\(name)")
      let sheet = try DrawnSheet(
        decoding: path.string, PixelSize(width: side, height: side * 31))
      #expect(try source.allPixels() == (0..<31).map { sheet.cut(0, $0 * side, side, side) })
    }
    #expect(sides.sorted() == [24, 24, 48, 48, 72, 72])
  }

  @Test func aScaleThatDoesNotFitIsReported() throws {
    var options = ReadingOptions()
    options.sheet.use = .always
    let folder = "mdc/SpritedAnimationView.xcassets/mdc_sprite_check__show.imageset/"
    for name in ["mdc_sprite_check__show.png", "mdc_sprite_check__show_2x.png"] {
      let source = try openSource(.path(Corpus.path(folder + name)), options: options)
      #expect(
        source.info.warnings.count {
          $0.detail.hasPrefix("mdc_sprite_check__show_3x.png is 24x744, which does not match")
            && $0.detail.hasSuffix("3x is expected to be 72x2232")
        } == 1)
    }
  }

  /// The result of each hostile description; those not listed are refused.
  @Test func hostileAtlasesAreRefusedOrSafe() throws {
    let safe: Set<String> = ["frame-names", "multipack-loop", "ok", "tags"]
    for name in Corpus.files(under: "hostile/atlas", suffix: ".json") {
      let stem = String(name.dropFirst("hostile/atlas/".count).dropLast(".json".count))
      if safe.contains(stem) {
        let source = try openSource(.path(Corpus.path(name)))
        #expect(try source.allPixels().count == source.info.frames.count)
      } else {
        let failure = #expect(throws: (any Error).self, "\(name)") {
          try openSource(.path(Corpus.path(name)))
        }
        #expect(failure is any StageFailure, "\(name)")
      }
    }
  }
}
