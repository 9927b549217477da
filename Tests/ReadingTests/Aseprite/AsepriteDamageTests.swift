import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Damaged and hostile Aseprite files: undamaged parts are kept with a warning, and nothing is trusted.
struct AsepriteDamageTests {
  private func open(_ bytes: [UInt8], isStrict: Bool = false) throws -> any FrameSource {
    var options = ReadingOptions()
    options.isStrict = isStrict
    return try openSource(.bytes(bytes, name: "a.aseprite"), options: options)
  }

  private func drawings(_ source: any FrameSource) throws -> [String] {
    var all: [String] = []
    while let frame = try source.next() { all += drawing(frame) }
    return all
  }

  private static let dots = AsepriteSourceTests.dots([
    AsepriteSourceTests.red, AsepriteSourceTests.green,
  ])

  @Test func aCutFileKeepsItsFrames() throws {
    let bytes = Array(Self.dots.dropLast(2))
    let source = try open(bytes)
    #expect(try drawings(source) == ["r", "g"])
    #expect(source.info.warnings.map(\.kind) == [.truncated])
    let withoutLast = try open(Array(Self.dots.dropLast(60)))
    #expect(try drawings(withoutLast) == ["r"])
    #expect(throws: ReadingError.self) { try open(bytes, isStrict: true) }
  }

  @Test func withoutAPictureItIsRefused() throws {
    for count in [20, 60, 127, 128, 140, 150] {
      #expect(throws: ReadingError.self, "\(count)") { try open(Array(Self.dots.prefix(count))) }
    }
  }

  /// Only the chunk that does not fit is lost.
  @Test func aBrokenCelIsLostAlone() throws {
    var file = AsepriteBuilder(1, 1)
    file.layer()
    file.layer(kind: 1)
    let dot = AsepriteSourceTests.red
    file.cel(7, w: 1, h: 1, samples: dot)
    file.cel(1, w: 1, h: 1, samples: dot)
    file.link(0, to: 0)
    file.link(0, to: 9)
    file.cel(0, w: 65_535, h: 65_535, samples: [])
    file.chunk(0x2005, [0, 0])
    file.cel(0, w: 1, h: 1, samples: dot)
    file.frame()
    let source = try open(file.bytes)
    #expect(try drawings(source) == ["r"])
    #expect(source.info.warnings.map(\.kind) == Array(repeating: .damagedFrame, count: 6))
  }

  @Test func missingPixelsAreTransparent() throws {
    var file = AsepriteBuilder(1, 2)
    file.layer()
    for isCompressed in [true, false] {
      file.cel(0, w: 1, h: 2, samples: AsepriteSourceTests.red, isCompressed: isCompressed)
      file.frame()
    }
    let source = try open(file.bytes)
    #expect(try drawings(source) == ["r", ".", "r", "."])
    #expect(source.warnings.map(\.frame) == [0, 1])
  }

  /// Data beyond the size of a cel is not inflated and not shown.
  @Test func asMuchIsInflatedAsThereIsRoomFor() throws {
    var file = AsepriteBuilder(2, 2)
    file.layer()
    file.cel(0, w: 1, h: 1, samples: [UInt8](repeating: 255, count: 1 << 20))
    file.frame()
    #expect(try drawings(open(file.bytes)) == ["?.", ".."])
  }

  /// The chunks of nested frames would be read repeatedly.
  @Test func framesThatOverlapAreRefused() throws {
    var bytes = AsepriteBuilder(1, 1).bytes
    let count = 2000
    bytes.replaceSubrange(6..<8, with: AsepriteBuilder.word(count))
    for _ in 0..<count {
      bytes +=
        AsepriteBuilder.long(16) + AsepriteBuilder.word(0xF1FA, 0xFFFF, 1, 0)
        + AsepriteBuilder.long(100_000)
    }
    #expect(throws: ReadingError.self) { try open(bytes) }
  }

  @Test func limitsAreCheckedFirst() throws {
    var options = ReadingOptions()
    options.limits.maxFrames = 1
    #expect(throws: ReadingError.limitExceeded(limit: .frames, value: 2, allowed: 1)) {
      try openSource(.bytes(Self.dots, name: "a"), options: options)
    }
    options = ReadingOptions()
    options.limits.maxTotalPixels = 2
    var file = AsepriteBuilder(1, 1)
    file.layer()
    file.cel(0, w: 1, h: 17, samples: [])
    file.frame()
    #expect(throws: ReadingError.self) {
      try openSource(.bytes(file.bytes, name: "a"), options: options)
    }
    var deep = AsepriteBuilder(1, 1, flags: 3)
    for level in 0..<200 { deep.layer(kind: 1, level: level) }
    deep.frame()
    #expect(throws: ReadingError.self) { try open(deep.bytes) }
  }

  /// Any byte is changed, and files end at any position.
  @Test(arguments: 0..<67)
  func noByteIsTrusted(seed: UInt64) throws {
    let whole = AsepriteBuilder.random(seed: seed)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 6..<min(bytes.count, 600), using: &random)
        bytes[place] = [0, 255, 128, .random(in: 0...255, using: &random)].randomElement(
          using: &random)!
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      var options = ReadingOptions()
      options.limits.maxPixels = 1 << 22
      options.limits.maxTotalPixels = 1 << 24
      do {
        let source = try openSource(.bytes(bytes, name: "a"), options: options)
        while try source.next() != nil {}
      } catch is any StageFailure {}
    }
  }
}
