import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Damaged and truncated files: undamaged parts are kept, nothing is invented, and strict reading refuses.
struct GIFDamageTests {
  private typealias Frame = GIFBuilder.Frame

  private func noise(_ seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<64).map { _ in UInt8.random(in: 1..<4, using: &random) }
  }

  /// A canvas of 8 x 8, a frame of noise, the damaged frame, and a dot.
  private func gif(_ damaged: Frame) -> [UInt8] {
    var gif = GIFBuilder(8, 8)
    gif.frame(Frame(w: 8, h: 8, indices: noise(1), delay: 10))
    gif.frame(damaged)
    gif.frame(Frame(w: 1, h: 1, fill: 0, delay: 10))
    gif.end()
    return gif.bytes
  }

  private func whole(cut: Int, transparent: UInt8? = nil, interlaced: Bool = false) -> Frame {
    Frame(
      w: 8, h: 8, indices: noise(2), delay: 10, transparent: transparent,
      isInterlaced: interlaced, cut: cut)
  }

  @Test func missingPixelsOfAReplacingFrameAreTransparent() throws {
    let source = try openGIF(gif(whole(cut: 12)))
    let frames = try remaining(source)
    #expect(frames.count == 3)
    let shown = drawing(frames[1])
    #expect(shown[0].allSatisfy { $0 != "." })
    #expect(shown[7] == "........")
    #expect(drawing(frames[2])[7] == "........")
    #expect(drawing(frames[2])[0].first == "k")
    #expect(source.warnings.map(\.kind) == [.damagedFrame])
    #expect(source.warnings.map(\.frame) == [1])
  }

  @Test func missingPixelsOfOtherFramesDrawNothing() throws {
    let small = Frame(x: 1, y: 1, w: 6, h: 6, indices: Array(noise(3)[..<36]), delay: 10, cut: 8)
    for damaged in [small, whole(cut: 12, transparent: 0)] {
      let frames = try remaining(openGIF(gif(damaged)))
      #expect(drawing(frames[1])[7] == drawing(frames[0])[7])
      #expect(drawing(frames[1]) != drawing(frames[0]))
    }
  }

  @Test func missingRowsOfAnInterlacedFrameStayMissing() throws {
    let frames = try remaining(openGIF(gif(whole(cut: 9, interlaced: true))))
    let shown = drawing(frames[1])
    #expect(shown[0].allSatisfy { $0 != "." })
    #expect(shown[4].allSatisfy { $0 != "." })
    for row in [1, 3, 5, 7] { #expect(shown[row] == "........") }
  }

  @Test func aCodeThatDoesNotExistEndsTheFrame() throws {
    var bytes = gif(whole(cut: 12))
    let good = try remaining(openGIF(bytes)).map(pixels)
    // The last byte of the truncated data becomes ones; the earlier pixels are still shown.
    let data = GIFBuilder.lzw(noise(2), minCodeSize: 2)[..<12]
    let at = try #require(bytes.indices.first { bytes[$0...].starts(with: data) })
    bytes[at + 11] = 0xff
    bytes[at + 10] = 0xff
    let source = try openGIF(bytes)
    let frames = try remaining(source).map(pixels)
    #expect(frames.count == 3)
    #expect(frames[1] != good[1])
    #expect(frames[1] == SlowGIF(bytes).pictures[1])
    #expect(source.warnings.map(\.kind) == [.damagedFrame])
  }

  @Test func minimumCodeSizesFrom1To8Decode() throws {
    for size in 1...12 {
      var gif = GIFBuilder(8, 8, colors: (0..<256).map { [UInt8($0), 255 - UInt8($0), 128] })
      gif.frame(
        Frame(
          w: 8, h: 8, indices: (0..<64).map { UInt8($0 % min(1 << size, 64)) }, minCodeSize: size))
      gif.end()
      if size <= 8 {
        let source = try openGIF(gif.bytes)
        let frame = try #require(try source.next())
        #expect(pixels(frame)[4 * 3] == UInt8(3 % min(1 << size, 64)))
        #expect(source.info.warnings == [])
      } else {
        // The only frame is damaged, so that nothing is left.
        #expect(throws: ReadingError.self) { try remaining(openGIF(gif.bytes)) }
      }
    }
  }

  @Test func plainCasesAreNotDamage() throws {
    for frame in [
      Frame(w: 8, h: 8, fill: 1, delay: 10, hasEndCode: false),
      Frame(w: 8, h: 8, fill: 1, delay: 10, hasFirstClear: false),
      Frame(w: 8, h: 8, indices: Array(repeating: 1, count: 500), delay: 10),
    ] {
      let source = try openGIF(gif(frame), isStrict: true)
      let frames = try remaining(source)
      #expect(drawing(frames[1]) == Array(repeating: "rrrrrrrr", count: 8))
      #expect(source.warnings == [])
    }
  }

  @Test func strictReadingRefusesDamageWhenItComesToIt() throws {
    let source = try openGIF(gif(whole(cut: 12)), isStrict: true)
    #expect(try source.next()?.index == 0)
    let error = #expect(throws: ReadingError.self) { try source.next() }
    #expect(error?.frame == 1)
    #expect(error?.kind.exitCode == 65)
    #expect(try source.next() == nil)
  }

  @Test func damageIsReportedOnce() throws {
    let source = try openGIF(gif(whole(cut: 12)))
    for _ in 0..<3 {
      try source.seek(to: 0)
      _ = try remaining(source)
    }
    #expect(source.warnings.count == 1)
  }

  @Test func anyCutKeepsWhatIsThere() throws {
    for seed in 0..<12 {
      let file = GIFBuilder.random(seed: UInt64(seed), width: 7, height: 6, frames: 5)
      let wanted = try remaining(openGIF(file)).map(pixels)
      var counts: [Int] = []
      for length in 0..<file.count {
        let cut = Array(file[..<length])
        guard let source = try? openGIF(cut) else {
          #expect(throws: ReadingError.self) { try openGIF(cut) }
          counts.append(0)
          continue
        }
        #expect(source.info.warnings.map(\.kind) == [.truncated], "length \(length)")
        let frames = try remaining(source)
        #expect(frames.count == source.info.frames.count)
        counts.append(frames.count)
        let isInside = source.info.warnings[0].frame != nil
        for frame in frames where !isInside || frame.index < frames.count - 1 {
          #expect(pixels(frame) == wanted[frame.index], "length \(length)")
        }
        let error = #expect(throws: ReadingError.self) { try openGIF(cut, isStrict: true) }
        #expect(error == .damaged(source.info.warnings[0]))
      }
      // A longer part of the file never gives fewer frames, nor more than the file has.
      #expect(counts == counts.sorted())
      #expect(counts.max() == 5)
    }
  }

  @Test func changedBytesNeverTrapAndNeverDiffer() throws {
    var random = SeededGenerator(seed: 2024)
    var limits = ReadingLimits()
    limits.maxPixels = 1 << 16
    limits.maxTotalPixels = 1 << 20
    var opened = 0
    for round in 0..<4000 {
      var file = GIFBuilder.random(seed: UInt64(round % 40), width: 9, height: 5, frames: 4)
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
        let source = try openGIF(file, limits: limits)
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
    #expect(opened > 2000)
  }
}
