import FrameTestSupport
import TestSupport
import Testing

@testable import Reading
@testable import Stages

/// Files that are truncated or damaged at any position.
@Suite struct PNGDamageTests {
  @Test(arguments: [0, 1, 3, 6])
  func aCutFileKeepsItsWholeFrames(seed: UInt64) throws {
    let drawn = PNGBuilder.random(seed: seed, width: 5, height: 4, frames: 4)
    var mostFrames = 0
    for count in 0..<drawn.bytes.count {
      let bytes = Array(drawn.bytes.prefix(count))
      guard let pictures = try read(bytes) else { continue }
      #expect(pictures == Array(drawn.pictures.prefix(pictures.count)), "cut at \(count)")
      #expect(pictures.count >= mostFrames, "cut at \(count)")
      mostFrames = max(mostFrames, pictures.count)
      var options = ReadingOptions()
      options.isStrict = true
      #expect(throws: ReadingError.self, "cut at \(count)") {
        try openSource(.bytes(bytes, name: "cut.png"), options: options)
      }
    }
    // If only the end chunk is missing, all frames are complete.
    #expect(mostFrames == drawn.pictures.count)
  }

  @Test func aCutFileEndsBetweenTheChunksOfAFrame() throws {
    var png = PNGBuilder(8, 8)
    png.animation(frames: 2)
    png.control(w: 8, h: 8)
    png.data([UInt32](repeating: 0xff00_00ff, count: 64))
    png.control(w: 8, h: 8)
    let whole = png.bytes.count
    png.frameData([UInt32](repeating: 0xff00_ff00, count: 64), chunks: 2)
    // The second chunk: 12 bytes around a sequence number and the rest of the stream.
    let half = (png.bytes.count - whole - 32) / 2
    for cut in [whole, whole + 16 + half] {
      let source = try openSource(.bytes(Array(png.bytes.prefix(cut)), name: "cut.png"))
      #expect(source.info.frames.count == 1)
      #expect(source.info.warnings.contains { $0.kind == .truncated })
    }
    #expect(try read(png.bytes)?.count == 2)
  }

  /// Chromium shows every pixel of these, too.
  @Test(arguments: [false, true])
  func aWrongOrMissingChecksumOfTheStreamLosesNoPixel(isInterlaced: Bool) throws {
    let colors = (0..<64).map { UInt32(truncatingIfNeeded: 0xff00_0000 + $0 * 0x03_0507) }
    func png(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var png = PNGBuilder(8, 8, isInterlaced: isInterlaced)
      let rows = png.packed(w: 8, h: 8) { x, y in
        [0, 8, 16, 24].map { Int(colors[y * 8 + x] >> $0 & 255) }
      }
      var stream = PNGBuilder.zlib(rows)
      change(&stream)
      png.chunk("IDAT", stream)
      png.end()
      return png.bytes
    }
    for change: (inout [UInt8]) -> Void in [
      { $0[$0.count - 1] ^= 0x55 }, { $0.removeLast(1) }, { $0.removeLast(4) },
    ] {
      var warnings: [ReadingWarning] = []
      #expect(try read(png(change), &warnings) == [colors])
      #expect(warnings.isEmpty)
    }
    // A byte more, and the last pixel is missing.
    var warnings: [ReadingWarning] = []
    let cut = try read(png { $0.removeLast(5) }, &warnings)
    #expect(cut == nil || warnings.contains { $0.kind == .damagedFrame })
  }

  @Test(arguments: [2, 5, 9])
  func anyFlippedByteIsToleratedOrRefused(seed: UInt64) throws {
    let drawn = PNGBuilder.random(seed: seed, width: 4, height: 3, frames: 3)
    for position in drawn.bytes.indices {
      for mask: UInt8 in [0x01, 0x80, 0xff] {
        var bytes = drawn.bytes
        bytes[position] ^= mask
        var warnings: [ReadingWarning] = []
        guard let pictures = try read(bytes, &warnings) else { continue }
        // Checksums cover every byte of every chunk, so everything without a warning is correct.
        let suspect = warnings.compactMap { $0.kind == .damagedFrame ? $0.frame ?? 0 : $0.frame }
        let isStill = pictures.count == 1 && pictures[0].allSatisfy { $0 == 0xff12_3456 }
        let count = min(suspect.min() ?? 3, pictures.count)
        #expect(isStill || pictures.prefix(count) == drawn.pictures.prefix(count), "at \(position)")
        #expect(pictures.count == 3 || !warnings.isEmpty, "at \(position)")
      }
    }
  }

  @Test func randomMutationsDoNotTrap() throws {
    var random = SeededGenerator(seed: 11)
    for round in 0..<1000 {
      var bytes = PNGBuilder.random(
        seed: UInt64(round % 12), width: 4, height: 4, frames: 1 + round % 5
      ).bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = .random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(.random(in: 0...255, using: &random), at: at)
        default:
          bytes.replaceSubrange(at..<min(at + 4, bytes.count), with: [0xff, 0xff, 0xff, 0xff])
        }
      }
      // With correct checksums, the damage reaches the parser.
      if round % 2 == 0 { bytes = PNGBuilder.withRightSums(bytes) }
      _ = try read(bytes)
    }
  }

  private func read(_ bytes: [UInt8]) throws -> [[UInt32]]? {
    var warnings: [ReadingWarning] = []
    return try read(bytes, &warnings)
  }

  /// All pictures, or nil if a ``ReadingError`` refuses the file.
  private func read(_ bytes: [UInt8], _ warnings: inout [ReadingWarning]) throws -> [[UInt32]]? {
    var options = ReadingOptions()
    options.limits.maxPixels = 1 << 16
    options.limits.maxTotalPixels = 1 << 20
    do {
      let source = try openSource(.bytes(bytes, name: "damaged.png"), options: options)
      let pictures = try source.allPixels()
      #expect(pictures.count == source.info.frames.count)
      warnings = source.info.warnings + source.warnings
      return pictures
    } catch is ReadingError {
      return nil
    }
  }
}
