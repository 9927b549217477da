import AnimTiming
import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Damaged and truncated files: undamaged parts are kept, nothing is invented, and strict reading refuses.
struct WebPDamageTests {
  private typealias Frame = WebPBuilder.Frame

  private static func noise(_ width: Int, _ height: Int, seed: UInt64) -> [UInt32] {
    var random = SeededGenerator(seed: seed)
    return (0..<width * height).map { _ in
      UInt32.random(in: 0..<1 << 24, using: &random) | 0xff00_0000
    }
  }

  /// A red frame of 4 x 64, the damaged frame, and a blue dot.
  private func webp(_ damaged: Frame) -> [UInt8] {
    var webp = WebPBuilder(4, 64)
    webp.frame(Frame(w: 4, h: 64, fill: WebPBuilder.red))
    webp.frame(damaged)
    webp.frame(Frame(w: 1, h: 1, fill: WebPBuilder.blue))
    return webp.bytes
  }

  private func frame(cut: Int, overwrites: Bool) -> Frame {
    let data = WebPBuilder.lossless(
      4, 64, Self.noise(4, 64, seed: 1), declaresAlpha: true)
    return Frame(
      w: 4, h: 64, pixels: [], overwrites: overwrites,
      content: WebPBuilder.chunk("VP8L", data.dropLast(cut)))
  }

  @Test func missingRowsOfAReplacingFrameAreTransparent() throws {
    let whole = try remaining(openWebP(webp(frame(cut: 0, overwrites: true)))).map(drawing)
    let source = try openWebP(webp(frame(cut: 300, overwrites: true)))
    let frames = try remaining(source).map(drawing)
    #expect(frames.count == 3)
    #expect(frames[1][0] == whole[1][0])
    #expect(frames[1][63] == "....")
    #expect(frames[2][0].first == "b")
    #expect(source.warnings.map(\.kind) == [.damagedFrame])
    #expect(source.warnings.map(\.frame) == [1])
    #expect(try source.detectAlpha())
  }

  @Test func missingRowsOfOtherFramesDrawNothing() throws {
    let frames = try remaining(openWebP(webp(frame(cut: 300, overwrites: false)))).map(drawing)
    #expect(frames[1][0] != "rrrr")
    #expect(frames[1][63] == "rrrr")
  }

  @Test func aFrameWithoutAUsablePictureKeepsItsSlot() throws {
    let other = WebPBuilder.chunk("VP8L", WebPBuilder.lossless(3, 64, Self.noise(3, 64, seed: 2)))
    for content in [[], WebPBuilder.chunk("VP8L", [1, 2, 3]), other] {
      for overwrites in [false, true] {
        let bytes = webp(
          Frame(w: 4, h: 64, pixels: [], delay: 70, overwrites: overwrites, content: content))
        let source = try openWebP(bytes)
        #expect(source.info.frames[1].delay == .milliseconds(70))
        #expect(source.info.warnings.map(\.kind) == [.damagedFrame])
        let frames = try remaining(source).map(drawing)
        #expect(frames[1][9] == (overwrites ? "...." : "rrrr"))
        #expect(frames[2][0].first == "b")
        #expect(source.warnings == [])
        #expect(throws: ReadingError.damaged(source.info.warnings[0])) {
          try openWebP(bytes, isStrict: true)
        }
      }
    }
  }

  @Test func framesBeyondTheCanvasAreClipped() throws {
    for (x, y, shown) in [(2, 62, "rrgg"), (4, 0, "rrrr"), (0, 64, "rrrr")] {
      // A transparent last pixel outside the canvas means that the frame must be blended.
      for fill in [WebPBuilder.green, 0x0100_ff00] {
        let pixels = Array(repeating: WebPBuilder.green, count: 14) + [fill]
        let bytes = webp(Frame(x: x, y: y, w: 3, h: 5, pixels: pixels))
        let source = try openWebP(bytes)
        #expect(source.info.warnings.map(\.kind) == [.damagedFrame])
        #expect(drawing(try remaining(source)[1])[63] == shown)
        #expect(throws: ReadingError.self) { try openWebP(bytes, isStrict: true) }
      }
    }
  }

  @Test func strictReadingRefusesDamageWhenItComesToIt() throws {
    let source = try openWebP(webp(frame(cut: 300, overwrites: true)), isStrict: true)
    #expect(try source.next()?.index == 0)
    let error = #expect(throws: ReadingError.self) { try source.next() }
    #expect(error?.frame == 1)
    #expect(error?.kind.exitCode == 65)
    #expect(try source.next() == nil)
  }

  @Test func damageIsReportedOnce() throws {
    let source = try openWebP(webp(frame(cut: 300, overwrites: true)))
    for _ in 0..<3 {
      try source.seek(to: 0)
      _ = try remaining(source)
    }
    #expect(source.warnings.count == 1)
  }

  /// A truncated frame is lost, unless it is the first one, which is then the only frame left.
  @Test func anyCutKeepsWhatIsThere() throws {
    for seed in 0..<3 {
      let webp = WebPBuilder.random(seed: UInt64(seed), width: 5, height: 4, frames: 3)
      let wanted = SlowWebP(webp).pictures
      let file = webp.bytes
      var counts: [Int] = []
      for length in 0..<file.count - 1 {
        let cut = Array(file[..<length])
        guard let source = try? openWebP(cut) else {
          #expect(throws: ReadingError.self) { try openWebP(cut) }
          counts.append(0)
          continue
        }
        counts.append(source.info.frames.count)
        let warning = try #require(source.info.warnings.first, "length \(length)")
        #expect(warning.kind == .truncated)
        do {
          for frame in try remaining(source) where warning.frame != frame.index {
            #expect(pixels(frame) == wanted[frame.index], "length \(length)")
          }
        } catch let error as ReadingError {
          // No part of the first frame can be shown.
          #expect(source.info.frames.count == 1)
          #expect(error.kind == .damagedInput)
        }
        #expect(throws: ReadingError.damaged(warning)) { try openWebP(cut, isStrict: true) }
      }
      #expect(counts == counts.sorted())
      // Every truncation is inside the last frame or before it.
      #expect(counts.max() == 2)
    }
  }

  @Test func aCutStillPictureShowsTheRowsThatAreThere() throws {
    let image = Self.noise(16, 64, seed: 4)
    let file = WebPBuilder.file(
      WebPBuilder.chunk("VP8L", WebPBuilder.lossless(16, 64, image)))
    let whole = pixels(try #require(try openWebP(file).next()))
    let source = try openWebP(Array(file[..<(file.count / 2)]))
    #expect(source.info.warnings.map(\.kind) == [.truncated])
    #expect(source.info.warnings.map(\.frame) == [0])
    #expect(try source.detectAlpha())
    let shown = pixels(try #require(try source.next()))
    let row = 16 * 4
    let rows = (0..<64).prefix {
      shown[($0 * row)..<($0 + 1) * row] == whole[($0 * row)..<($0 + 1) * row]
    }
    #expect((16...32).contains(rows.count))
    #expect(shown[(rows.count * row)...].allSatisfy { $0 == 0 })
    #expect(source.warnings == [])
  }

  @Test func changedBytesNeverTrapAndNeverDiffer() throws {
    var random = SeededGenerator(seed: 2024)
    var limits = ReadingLimits()
    limits.maxPixels = 1 << 16
    limits.maxTotalPixels = 1 << 20
    let files = (0..<40).map { seed in
      WebPBuilder.random(seed: UInt64(seed), width: 9, height: 5, frames: 3).bytes
    }
    var opened = 0
    for round in 0..<3000 {
      var file = files[round % files.count]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<file.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: file[at] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
        case 1: file[at] = UInt8.random(in: 0...255, using: &random)
        case 2: file.remove(at: at)
        default: file.insert(UInt8.random(in: 0...255, using: &random), at: at)
        }
      }
      do {
        let source = try openWebP(file, limits: limits)
        let frames = try remaining(source).map(pixels)
        #expect(frames.count == source.info.frames.count)
        let index = Int.random(in: 0..<frames.count, using: &random)
        try source.seek(to: index)
        #expect(try source.next().map(pixels) == frames[index], "round \(round)")
        opened += 1
      } catch let error as ReadingError {
        #expect(error.kind == .damagedInput)
      }
    }
    #expect(opened > 1500)
  }
}
