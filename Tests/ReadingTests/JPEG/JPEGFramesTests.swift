import Foundation
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

@Suite struct JPEGFramesTests {
  /// 16x8, left half red, right half blue: Pillow 9, `Image.save(quality=95, progressive=True,
  /// subsampling=0, optimize=True)`.
  static let progressive = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJ\
    BwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
    CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wgARCAAIABADAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAA\
    B//EABYBAQEBAAAAAAAAAAAAAAAAAAkHCP/aAAwDAQACEAMQAAABF5Tv4hVQ1//EABQQAQAAAAAAAAAAAAAAAAAA\
    ABD/2gAIAQEAAQUCP//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQMBAT8BP//EABQRAQAAAAAAAAAAAAAAAAAA\
    ABD/2gAIAQIBAT8BP//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEABj8CP//EABQQAQAAAAAAAAAAAAAAAAAA\
    ABD/2gAIAQEAAT8hP//aAAwDAQACAAMAAAAQA//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQMBAT8QP//EABQR\
    AQAAAAAAAAAAAAAAAAAAABD/2gAIAQIBAT8QP//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAT8QP//Z
    """

  /// The same picture in grey, baseline: 76 and 29.
  static let gray = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJ\
    BwYGCAsICQoKCgoKBggLDAsKDAkKCgr/wAALCAAIABABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACP/EABQQAQAA\
    AAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AF4hv/9k=
    """

  static func bytes(_ text: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: text)))
  }

  private func bytes(_ text: String) throws -> [UInt8] { try Self.bytes(text) }

  /// The file with an Exif segment with an orientation.
  private func turned(_ jpeg: [UInt8], _ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    func number(_ value: UInt8, _ count: Int) -> [UInt8] {
      let zeros = [UInt8](repeating: 0, count: count - 1)
      return isLittle ? [value] + zeros : zeros + [value]
    }
    var tiff = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
    tiff += number(1, 2) + (isLittle ? [0x12, 0x01] : [0x01, 0x12]) + number(3, 2) + number(1, 4)
    tiff += number(orientation, 2) + [0, 0] + number(0, 4)
    let content = Array("Exif".utf8) + [0, 0] + tiff
    return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + jpeg.dropFirst(2)
  }

  private func frame(_ jpeg: [UInt8]) throws -> CanvasFrame {
    try TemporaryFolder.with { folder in
      try folder.write(jpeg, to: "1.jpg")
      let source = try openSource(.path(folder.path))
      #expect(source.info.alpha == .absent)
      return try #require(try source.next())
    }
  }

  /// `r`, `b` or `?` for the middle of each quarter: top left, top right, bottom left, bottom right.
  private func quarters(_ frame: CanvasFrame) -> String {
    let (words, size) = (frame.pixels.rgbaWords, frame.pixels.size)
    return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let pixel = words[y * size.height / 4 * size.width + x * size.width / 4]
      let (red, green, blue) = (pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255)
      if green > 8 { return "?" }
      return red > 245 && blue < 10 ? "r" : blue > 245 && red < 10 ? "b" : "?"
    }.joined()
  }

  @Test func progressiveColorsAreRight() throws {
    let frame = try frame(bytes(Self.progressive))
    #expect(frame.pixels.size == PixelSize(width: 16, height: 8))
    #expect(quarters(frame) == "rbrb")
    #expect(frame.pixels.isOpaque(in: PixelRect(frame.pixels.size)))
  }

  @Test func grayUsesAllValues() throws {
    let words = try frame(bytes(Self.gray)).pixels.rgbaWords
    for (pixel, expected) in [(words[0], 76), (words[15], 29)] {
      for shift in [0, 8, 16] as [UInt32] {
        #expect(abs(Int(pixel >> shift & 255) - expected) <= 2)
      }
    }
  }

  static let orientations: [(UInt8, String, Bool)] = [
    (1, "rbrb", false), (2, "brbr", false), (3, "brbr", false), (4, "rbrb", false),
    (5, "rrbb", true), (6, "rrbb", true), (7, "bbrr", true), (8, "bbrr", true),
  ]

  @Test(arguments: orientations, [true, false])
  func exifTurnsPictures(_ expected: (UInt8, String, Bool), isLittle: Bool) throws {
    let (orientation, colors, isUpright) = expected
    let frame = try frame(turned(bytes(Self.progressive), orientation, isLittle: isLittle))
    #expect(frame.pixels.size.height == (isUpright ? 16 : 8))
    #expect(quarters(frame) == colors)
  }

  @Test(arguments: orientations)
  func aJPEGAloneIsOneUprightFrame(_ expected: (UInt8, String, Bool)) throws {
    let (orientation, colors, isUpright) = expected
    let jpeg = try turned(bytes(Self.progressive), orientation, isLittle: true)
    let source = try openSource(.bytes(jpeg, name: "jpeg"))
    #expect(source.info.kind == .jpeg)
    #expect(source.info.alpha == .absent)
    #expect(source.info.size.height == (isUpright ? 16 : 8))
    let frames = try remaining(source)
    #expect(frames.map(quarters) == [colors])
    #expect(source.info.warnings.isEmpty && source.warnings.isEmpty)
    try source.seek(to: 0)
    #expect(try source.next().map(quarters) == colors)
  }

  /// A profile with only a name cannot be converted.
  @Test func colorsThatAreNotConvertedAreNamedOnce() throws {
    let name = "Display P3"
    let content = Array("ICC_PROFILE\0".utf8) + [1, 1] + ICCProfileTests.profile(version4: name)
    let length = content.count + 2
    let jpeg =
      try [0xFF, 0xD8, 0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + content
      + bytes(Self.progressive).dropFirst(2)
    try TemporaryFolder.with { folder in
      try folder.write(jpeg, to: "1.jpg")
      try folder.write(jpeg, to: "2.jpg")
      let source = try openSource(.path(folder.path))
      _ = try remaining(source)
      let details = source.warnings.map(\.detail)
      #expect(details.count == 1)
      #expect(details.first?.contains("'Display P3'") == true)
    }
  }

  @Test func everyTruncationIsAnErrorOrAWarning() throws {
    let whole = try bytes(Self.progressive)
    try TemporaryFolder.with { folder in
      for count in 0..<whole.count - 1 {
        try folder.write(Array(whole[..<count]), to: "1.jpg")
        do {
          let source = try openSource(.path(folder.path))
          _ = try remaining(source)
          #expect(source.warnings.map(\.kind) == [.truncated], "\(count) bytes")
        } catch is FrameFolderError {}
      }
    }
  }

  /// 16x8 of four inks as Photoshop stores them, inverted: (26, 102, 204, 51) and (200, 10, 90, 0).
  /// Pillow 9.4, quality 95, components numbered from 1.
  static let inks = """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggL\
    CAkKCgoKCgYICwwLCgwJCgoK/8AAFAgACAAQBAERAAIRAAMRAAQRAP/EABcAAQADAAAAAAAAAAAAAAAAAAkHCAr/xAAU\
    EAEAAAAAAAAAAAAAAAAAAAAA/9oADgQBAAIAAwAEAAA/AGUTIMsmDKOXA5C5j//Z
    """

  /// The pixels of the same files in Chromium's canvas: with Adobe's transform 0, without its
  /// segment, with transform 2 (YCCK), and with an invalid one.
  static let shownInks: [(UInt8?, [Int], [Int])] = [
    (0, [183, 122, 40], [55, 245, 165]), (nil, [183, 122, 40], [55, 245, 165]),
    (2, [107, 0, 0], [148, 255, 0]), (1, [107, 0, 0], [148, 255, 0]),
  ]

  @Test(arguments: shownInks)
  func fourInksAreShownAsBrowsersShowThem(transform: UInt8?, left: [Int], right: [Int]) throws {
    var file = try bytes(Self.inks)
    if let transform { file[17] = transform } else { file.removeSubrange(2..<18) }
    let words = try frame(file).pixels.rgbaWords
    for (pixel, expected) in [(words[0], left), (words[15], right)] {
      let found = [0, 8, 16].map { Int(pixel >> $0 & 255) }
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(found), not \(expected)")
      #expect(pixel >> 24 == 255)
    }
  }

  @Test func otherKindsOfJPEGAreRefused() throws {
    var lossless = try bytes(Self.progressive)
    let marker = try #require(
      lossless.indices.first { lossless[$0] == 0xFF && lossless[$0 + 1] == 0xC2 })
    lossless[marker + 1] = 0xC3
    #expect(throws: FrameFolderError.self) { try frame(lossless) }
  }

  /// A camera's picture followed by a gain map: the picture is shown, and a note says so.
  @Test(arguments: [
    (
      0xE1,
      "http://ns.adobe.com/xap/1.0/\0<x xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" hdrgm:Version=\"1.0\"/>",
      "Ultra HDR"
    ),
    (0xE2, "urn:iso:std:iso:ts:21496:-1\0\0\0\0\0", "ISO 21496-1"),
  ])
  func aGainMapIsNamed(marker: Int, text: String, name: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("a.jpg")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=40x24", "-frames:v", "1",
        path.string)
      let plain = try folder.bytes(of: "a.jpg")
      let content = Array(text.utf8)
      let segment = [0xFF, UInt8(marker), 0, UInt8(content.count + 2)] + content
      let source = try openBytes(
        Array(plain[..<2]) + segment + Array(plain[2...]), name: "a.jpg")
      #expect(try source.allPixels() == openBytes(plain, name: "a.jpg").allPixels())
      #expect(source.warnings.map(\.detail) == [GainMap.note(name)])
    }
  }
}
