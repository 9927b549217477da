import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading

/// The orientation in a PNG's chunk `eXIf`.
@Suite struct PNGOrientationTests {
  /// A directory with only the orientation.
  private static func exif(_ orientation: Int) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation)]
      + [0, 0, 0, 0, 0, 0]
  }

  private static let (red, green, blue, black): (UInt32, UInt32, UInt32, UInt32) =
    (0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0xFF00_0000)

  /// Red and green over blue and black, as Exif 2.32, 4.6.4, figure 7 shows them.
  static let upright: [(Int, [String])] = [
    (1, ["rg", "bk"]), (2, ["gr", "kb"]), (3, ["kb", "gr"]), (4, ["bk", "rg"]),
    (5, ["rb", "gk"]), (6, ["br", "kg"]), (7, ["kg", "br"]), (8, ["gk", "rb"]),
  ]

  private static func still(_ orientation: Int, chunk: String = "eXIf") -> [UInt8] {
    var png = PNGBuilder(2, 2)
    png.chunk(chunk, exif(orientation))
    png.data([red, green, blue, black])
    png.end()
    return png.bytes
  }

  @Test(arguments: upright)
  func everyOrientationIsShownUpright(orientation: Int, expected: [String]) throws {
    let bytes = Self.still(orientation)
    let source = try openBytes(bytes, name: "a.png")
    let first = try #require(try source.next())
    #expect(drawing(first) == expected)

    try TemporaryFolder.with { folder in
      try folder.write(bytes, to: "1.png")
      let frame = try #require(try openSource(.path(folder.path)).next())
      #expect(drawing(frame) == expected)
    }
  }

  @Test func sidesAreExchangedAndPartsMoveWithThePicture() throws {
    var png = PNGBuilder(3, 2)
    png.chunk("eXIf", Self.exif(6))
    png.animation(frames: 2)
    png.control(w: 3, h: 2)
    png.data([UInt32](repeating: Self.red, count: 6))
    png.control(x: 2, y: 0, w: 1, h: 1)
    png.frameData([Self.green])
    png.end()
    let source = try openBytes(png.bytes, name: "a.png")
    #expect(source.info.size == PixelSize(width: 2, height: 3))
    #expect(source.info.frames[1].rect == PixelRect(x: 1, y: 2, width: 1, height: 1))
    let frames = try remaining(source)
    #expect(frames.map(drawing) == [["rr", "rr", "rr"], ["rr", "rr", "rg"]])
    #expect(frames[1].changed == PixelRect(x: 1, y: 2, width: 1, height: 1))
    try source.seek(to: 1)
    let again = try #require(try source.next())
    #expect(drawing(again) == ["rr", "rr", "rg"])
  }

  @Test(arguments: [0, 9, 255])
  func anOrientationThatIsNoneLeavesThePictureAsItIs(orientation: Int) throws {
    let source = try openBytes(Self.still(orientation), name: "a.png", isStrict: true)
    let frame = try #require(try source.next())
    #expect(drawing(frame) == ["rg", "bk"])
  }
}
