import AnimTiming
import FrameTestSupport
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages

/// The fields of an Aseprite file, tested with files built byte by byte.
struct AsepriteSourceTests {
  static let red: [UInt8] = [255, 0, 0, 255]
  static let green: [UInt8] = [0, 255, 0, 255]
  static let blue: [UInt8] = [0, 0, 255, 255]

  /// A frame of one pixel for each colour.
  static func dots(
    _ colors: [[UInt8]],
    tags: [(name: String, from: Int, to: Int, direction: Int, repeats: Int)] = []
  ) -> [UInt8] {
    var file = AsepriteBuilder(1, 1)
    file.layer()
    if !tags.isEmpty { file.tags(tags) }
    for (index, color) in colors.enumerated() {
      file.cel(0, w: 1, h: 1, samples: color)
      file.frame(delay: 10 * (index + 1))
    }
    return file.bytes
  }

  /// A file begins with its length in bytes, which can look like the start of another format: a bare
  /// JPEG XL, a JPEG, a GIF, a BMP, a video or an anymap.
  @Test(
    arguments: [
      [0xFF, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("BM".utf8), Array("FLV".utf8),
      Array("P6\n".utf8), Array("DDS ".utf8), Array("qoif".utf8), [0x47],
    ] as [[UInt8]])
  func theLengthOfAFileDoesNotHideWhatItIs(first: [UInt8]) throws {
    var bytes = Self.dots([Self.red, Self.green])
    bytes.replaceSubrange(0..<first.count, with: first)
    let source = try openSource(.bytes(bytes, name: "a"))
    #expect(source.info.kind == .aseprite)
    #expect(source.info.frames.count == 2)
  }

  private func open(_ bytes: [UInt8], tag: String? = nil) throws -> any FrameSource {
    var options = ReadingOptions()
    options.sheet.tag = tag
    return try openSource(.bytes(bytes, name: "a.gif"), options: options)
  }

  private func drawings(_ source: any FrameSource) throws -> [[String]] {
    var all: [[String]] = []
    while let frame = try source.next() { all.append(drawing(frame)) }
    return all
  }

  @Test func theBytesDecideAndNotTheName() throws {
    let source = try open(Self.dots([Self.red]))
    #expect(source.info.kind == .aseprite)
    #expect(source.info.plays == .forever)
    for other in [
      "ASEF\u{0}\u{1}", "*3DSMAX_ASCIIEXPORT\t200", "abcd\u{950} text in Hindi, and more",
    ] {
      let bytes = Array(other.utf8) + [UInt8](repeating: 1, count: 200)
      #expect(InputFormat(signature: bytes) == nil, "\(other)")
    }
  }

  @Test func aFrameWithoutATimeHasThatOfTheHeader() throws {
    var file = AsepriteBuilder(1, 1, speed: 40)
    file.layer()
    file.frame(delay: 0)
    file.frame(delay: 1)
    file.frame(delay: 65_535)
    let delays = try open(file.bytes).info.frames.map(\.delay)
    #expect(delays == [.milliseconds(40), .milliseconds(1), .milliseconds(65_535)])
  }

  private static let tagged: [(String, [String], LoopCount)] = [
    ("forward", ["r", "g", "b"], .forever), ("back", ["b", "g", "r"], .forever),
    ("there", ["r", "g", "b", "g"], .forever),
    ("thrice", ["r", "g", "b", "g", "r", "g", "b"], .plays(1)),
    ("twice", ["g", "b"], .plays(2)), ("one", ["b"], .forever),
  ]

  @Test(arguments: tagged)
  func aTagPlaysItsWay(name: String, colors: [String], plays: LoopCount) throws {
    let source = try open(
      Self.dots(
        [Self.red, Self.green, Self.blue],
        tags: [
          ("forward", 0, 2, 0, 0), ("back", 0, 2, 1, 0), ("there", 0, 2, 2, 0),
          ("thrice", 0, 2, 2, 3), ("twice", 1, 2, 0, 2), ("one", 2, 2, 3, 0),
        ]), tag: name)
    #expect(source.info.plays == plays)
    let times = ["r": 10, "g": 20, "b": 30]
    #expect(source.info.frames.map(\.delay) == colors.map { .milliseconds(Int64(times[$0]!)) })
    #expect(try drawings(source).map { $0[0] } == colors)
  }

  @Test func anUnknownTagIsRefusedWithTheKnownOnes() throws {
    let bytes = Self.dots([Self.red], tags: [("walk", 0, 0, 0, 0)])
    #expect(throws: AtlasError.unknownTag(name: "walkk", known: ["walk"])) {
      try open(bytes, tag: "walkk")
    }
    #expect(try open(bytes).info.notes.contains { "\($0)".contains("walk") })
  }

  /// A frame with the same cels is not drawn again, but can be sought.
  @Test func aHeldFrameChangesNothing() throws {
    var file = AsepriteBuilder(2, 1)
    file.layer()
    file.cel(0, w: 2, h: 1, samples: Self.red + Self.blue)
    file.frame()
    file.link(0, to: 0)
    file.frame()
    file.link(0, to: 0, x: 1)
    file.frame()
    let source = try open(file.bytes)
    let changed = try (0..<3).map { _ in try #require(try source.next()).changed }
    #expect(changed[1].isEmpty && !changed[2].isEmpty)
    try source.seek(to: 1)
    #expect(try drawings(source) == [["rb"], [".r"]])
  }

  @Test func palettesChangeFromTheirFrameOn() throws {
    var file = AsepriteBuilder(3, 1, depth: 8, transparent: 0)
    file.layer()
    file.palette([0, 0xFF00_00FF, 0xFF00_FF00])
    file.cel(0, w: 3, h: 1, samples: [0, 1, 2])
    file.frame()
    file.link(0, to: 0)
    file.frame()
    file.palette([0xFFFF_0000], from: 1, size: 2)
    file.link(0, to: 0)
    file.frame()
    #expect(try drawings(open(file.bytes)) == [[".rg"], [".rg"], [".b."]])
  }

  @Test func oldPalettesHaveSixBitsOrEight() throws {
    for (kind, value) in [(4, UInt8(255)), (11, 63), (0x11, 63)] {
      var file = AsepriteBuilder(1, 1, depth: 8)
      file.layer()
      file.oldPalette(kind, skip: 3, [[0, value, 0]])
      file.cel(0, w: 1, h: 1, samples: [3])
      file.frame()
      #expect(try drawings(open(file.bytes)) == [["g"]], "\(kind)")
    }
  }

  /// The skip counts of packets exclude the changed entries, so that two packets may change one
  /// entry.
  @Test func packetsOfAnOldPaletteMayChangeTheSameEntry() throws {
    var file = AsepriteBuilder(2, 1, depth: 8)
    file.layer()
    let packets: [UInt8] = [2, 0, 1, 2, 255, 0, 0, 255, 0, 0, 1, 1, 0, 255, 0]
    file.chunk(4, packets)
    file.cel(0, w: 2, h: 1, samples: [1, 2])
    file.frame()
    #expect(try drawings(open(file.bytes)) == [["rg"]])
  }

  @Test func anOrderMovesACelAmongTheLayers() throws {
    var file = AsepriteBuilder(1, 1)
    for name in ["a", "b", "c"] { file.layer(name) }
    file.cel(0, order: 2, w: 1, h: 1, samples: Self.red)
    file.cel(1, w: 1, h: 1, samples: Self.green)
    file.cel(2, order: -1, w: 1, h: 1, samples: Self.blue)
    file.frame()
    #expect(try drawings(open(file.bytes)) == [["r"]])
  }

  @Test func hiddenGroupsAndReferencesShowNothing() throws {
    var file = AsepriteBuilder(3, 1)
    file.layer(kind: 1, flags: 0)
    file.layer(level: 1)
    file.layer(flags: 65)
    file.layer()
    for (layer, color) in [(1, Self.red), (2, Self.green), (3, Self.blue)] {
      file.cel(layer, x: layer - 1, w: 1, h: 1, samples: color)
    }
    file.frame()
    #expect(try drawings(open(file.bytes)) == [["..b"]])
  }

  @Test func tilesAreTurned() throws {
    var file = AsepriteBuilder(8, 2)
    file.tileset(
      0, count: 2, w: 2, h: 2,
      samples: [UInt8](repeating: 0, count: 16) + Self.red + Self.green + Self.blue
        + [0, 0, 0, 255])
    file.layer(kind: 2)
    file.tiles(0, w: 4, h: 1, tiles: [1, 1 | 1 << 31, 1 | 1 << 30, 1 | 1 << 29])
    file.frame()
    #expect(try drawings(open(file.bytes)) == [["rggrbkrb", "bkkbrggk"]])
  }

  @Test func reportsNonSquarePixels() throws {
    var file = AsepriteBuilder(1, 1, ratio: (2, 1))
    file.frame()
    let info = try open(file.bytes).info
    #expect(info.notes.map { "\($0)" }.contains { $0.contains("2:1") })
    #expect(info.size == PixelSize(width: 1, height: 1))
  }

  @Test func aGammaOfItsOwnIsConverted() throws {
    func picture(_ gamma: Int) throws -> [UInt8] {
      var file = AsepriteBuilder(1, 1)
      file.chunk(0x2007, AsepriteBuilder.word(1, 1) + AsepriteBuilder.long(gamma, 0, 0))
      file.layer()
      file.cel(0, w: 1, h: 1, samples: [100, 100, 100, 255])
      file.frame()
      let source = try open(file.bytes)
      #expect(source.info.warnings.isEmpty)
      return pixels(try #require(try source.next()))
    }
    #expect(try picture(144_179) == [100, 100, 100, 255])
    // Light of 100/255 is 168 in sRGB.
    let linear = try picture(65_536)
    #expect((167...169).contains(linear[0]) && linear[3] == 255)
  }
}
