import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Still pictures of many formats, written by FFmpeg or by hand.
@Suite struct StillFormatsTests {
  /// A Photoshop document with 1 x 1 grey pixel, 77.
  static let photoshop: [UInt8] =
    Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 8, 0, 1]
    + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 77]

  private static let picture =
    "testsrc2=s=53x31,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='4*X'"

  /// Name, layout of the samples.
  static let formats: [(name: String, layout: String)] = [
    ("a.bmp", "bgr24"), ("a.bmp", "bgra"), ("a.bmp", "pal8"), ("a.bmp", "rgb565le"),
    ("a.tga", "bgr24"), ("a.tga", "bgra"), ("a.tga", "gray"), ("a.tga", "rgb555le"),
    ("a.qoi", "rgb24"), ("a.qoi", "rgba"), ("a.ppm", "rgb24"), ("a.pgm", "gray"),
    ("a.pbm", "monow"), ("a.pam", "rgba"), ("a.pam", "ya8"), ("a.pcx", "rgb24"),
    ("a.pcx", "pal8"), ("a.sgi", "rgb24"), ("a.sgi", "rgba"), ("a.sgi", "gray"),
    ("a.tiff", "rgb24"), ("a.tiff", "rgba"), ("a.tiff", "gray"), ("a.tiff", "pal8"),
    ("a.tiff", "monob"), ("a.tiff", "ya8"), ("a.dpx", "rgb24"), ("a.dpx", "rgba"),
    ("a.jp2", "rgb24"), ("a.jp2", "rgba"), ("a.jp2", "gray"),
    // 16 bits, and 10.
    ("a.ppm", "rgb48be"), ("a.pam", "rgba64be"), ("a.pgm", "gray16be"), ("a.sgi", "rgb48be"),
    ("a.tiff", "rgb48le"), ("a.tiff", "rgba64le"), ("a.tiff", "gray16le"), ("a.dpx", "gbrp10be"),
    ("a.dpx", "rgb48be"), ("a.jp2", "rgb48le"),
  ]

  /// `ffmpeg` decodes the same file; samples with more bits are rounded here.
  @Test(arguments: formats) func picturesAreThoseOfFFmpeg(name: String, layout: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending(name)
      let filters =
        layout.hasPrefix("rgb555") || layout.hasPrefix("rgb565") ? "" : ",format=\(layout)"
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", Self.picture + filters, "-frames:v", "1",
        "-pix_fmt", layout, path.string)
      let source = try openSource(.path(path))
      #expect(source.info.size == PixelSize(width: 53, height: 31))
      #expect(source.info.frames.count == 1 && source.info.warnings.isEmpty)
      let found = pixels(try #require(try source.next()))
      let deep = ["16", "48", "64", "10"].contains { layout.contains($0) }
      let count = 53 * 31 * 4
      let raw = Array(
        try Command.run(
          "ffmpeg", "-v", "error", "-i", path.string, "-f", "rawvideo", "-pix_fmt",
          deep ? "rgba64le" : "rgba", "-"))
      try #require(raw.count == (deep ? 2 * count : count))
      var expected = raw
      if deep {
        expected = stride(from: 0, to: raw.count, by: 2).map { index in
          let sample = Int(raw[index]) | Int(raw[index + 1]) << 8
          return UInt8((sample * 255 + 32_767) / 65_535)
        }
      }
      // swscale widens 5 and 6 bits by shifts, and 10 bits to 16 likewise.
      let tolerance = layout.contains("555") || layout.contains("565") ? 7 : deep ? 1 : 0
      let hasAlpha = source.info.alpha != .absent
      for index in stride(from: 0, to: count, by: 4) {
        let alpha = expected[index + 3]
        #expect(found[index + 3] == (hasAlpha ? alpha : 255))
        // Colours of transparent pixels have no meaning.
        let isShown = !hasAlpha || alpha > 0
        let differs = (0..<3).contains {
          abs(Int(found[index + $0]) - Int(expected[index + $0])) > tolerance
        }
        if isShown, differs {
          Issue.record("pixel \(index / 4): \(found[index..<index + 4])")
          return
        }
      }
    }
  }

  private func frame(_ bytes: [UInt8]) throws -> [UInt8] {
    pixels(try #require(try openBytes(bytes, name: "x").next()))
  }

  private func word(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Two pixels of 32 bits.
  private func bitmap(_ samples: [UInt8]) -> [UInt8] {
    Array("BM".utf8) + word(54 + 8) + word(0) + word(54) + word(40) + word(2) + word(1)
      + word(1, 2) + word(32, 2) + word(0) + word(8) + word(0) + word(0) + word(0) + word(0)
      + samples
  }

  @Test func alphaOfABitmapCountsUnlessAllOfItIsZero() throws {
    #expect(try frame(bitmap([1, 2, 3, 0, 4, 5, 6, 0])) == [3, 2, 1, 255, 6, 5, 4, 255])
    #expect(try frame(bitmap([1, 2, 3, 0, 4, 5, 6, 9])) == [0, 0, 0, 0, 6, 5, 4, 9])
    let padded = try openBytes(bitmap([1, 2, 3, 0, 4, 5, 6, 9]) + [1, 2, 3], name: "x")
    #expect(padded.info.warnings.map(\.kind) == [.nonconforming])
  }

  /// Truevision's specification 2.0, fields 3 to 5.6.
  private func targa(_ type: UInt8, _ depth: UInt8, alphaBits: UInt8, _ samples: [UInt8]) -> [UInt8]
  {
    [0, 0, type, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, depth, 0x20 | alphaBits] + samples
  }

  @Test func alphaOfATargaCountsWhereItSaysSo() throws {
    let samples: [UInt8] = [1, 2, 3, 7, 4, 5, 6, 9]
    #expect(try frame(targa(2, 32, alphaBits: 8, samples)) == [3, 2, 1, 7, 6, 5, 4, 9])
    #expect(try frame(targa(2, 32, alphaBits: 0, samples)) == [3, 2, 1, 255, 6, 5, 4, 255])
    // Grey and alpha.
    #expect(
      try frame(targa(3, 16, alphaBits: 8, [5, 128, 6, 255])) == [5, 5, 5, 128, 6, 6, 6, 255])
    // No other format begins like this.
    #expect(throws: ReadingError.unknownKind) {
      try openBytes(targa(2, 31, alphaBits: 8, samples), name: "x.tga")
    }
  }

  @Test func aLargestSampleOtherThan255IsWhite() throws {
    let gray = Array("P5\n# c\n4 1 100\n".utf8) + [0, 49, 99, 100]
    let values = try frame(gray)
    #expect(stride(from: 0, to: 16, by: 4).map { values[$0] } == [0, 125, 252, 255])
    let text = Array("P3 2 1 15 0 7 15  15 15 15\n".utf8)
    #expect(try frame(text) == [0, 119, 255, 255, 255, 255, 255, 255])
  }

  @Test func streamsOfPicturesWithoutCompressionAreFrames() throws {
    for codec in ["ppm", "bmp", "pam"] {
      let bytes = try Command.run([
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=20x10:r=10:d=0.7", "-f",
        "image2pipe", "-c:v", codec, "-",
      ])
      let source = try openBytes(Array(bytes), name: "stream")
      #expect(source.info.frames.count == 7)
      #expect(try remaining(source).count == 7)
    }
  }

  @Test func floatingPointIsLightInOpenEXR() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("a.exr")
      // Half the light is 188 of 255 in sRGB (IEC 61966-2-1).
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=0x808080:s=4x2,format=gbrpf32le",
        "-frames:v", "1", path.string)
      let values = pixels(try #require(try openSource(.path(path)).next()))
      #expect(values[0..<4] == [188, 188, 188, 255])
    }
  }

  @Test func aPhotoshopDocumentIsItsMergedPicture() throws {
    let source = try openBytes(Self.photoshop, name: "x")
    #expect(source.info.kind == .psd)
    #expect(pixels(try #require(try source.next())) == [77, 77, 77, 255])
    var large = Self.photoshop
    large[5] = 2
    #expect(throws: ReadingError.self) { try openBytes(large, name: "x") }
  }

  /// A document whose rows are packed as ImageMagick packs them, with bytes without effect at the
  /// end.
  private func photoshop(
    _ size: PixelSize, channels: [[UInt8]], bits: Int, mode: UInt8, packed: Bool,
    layers: [UInt8] = []
  ) -> [UInt8] {
    let rowBytes = size.width * bits / 8
    var (counts, rows): ([UInt8], [UInt8]) = ([], [])
    for channel in channels {
      for y in 0..<size.height {
        let row = channel[y * rowBytes..<(y + 1) * rowBytes]
        let stored = [UInt8(rowBytes - 1)] + row + [0x80, 0x80]
        counts += [0, UInt8(packed ? stored.count : 0)]
        rows += packed ? stored : Array(row)
      }
    }
    var file = Array("8BPS".utf8)
    file += [0, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(channels.count)]
    file += [0, 0, 0, UInt8(size.height), 0, 0, 0, UInt8(size.width), 0, UInt8(bits), 0, mode]
    file += [UInt8](repeating: 0, count: 8) + [0, 0, 0, UInt8(layers.count)] + layers
    file += [0, packed ? 1 : 0]
    if packed { file += counts }
    return file + rows
  }

  @Test(arguments: [(3, 8, 3), (4, 8, 3), (3, 16, 3), (1, 8, 1), (2, 8, 1), (1, 16, 1), (6, 8, 3)])
  func rowsOfPhotoshopMayBePacked(channels: Int, bits: Int, mode: Int) throws {
    let size = PixelSize(width: 9, height: 5)
    var random = SeededGenerator(seed: 8)
    let samples = (0..<channels).map { _ in
      (0..<size.area * bits / 8).map { _ in UInt8.random(in: 1...255, using: &random) }
    }
    // A negative number of layers: the channel after the colours is transparency.
    let packed = photoshop(
      size, channels: samples, bits: bits, mode: UInt8(mode), packed: true,
      layers: [0, 0, 0, 2, 0xFF, 0xFF])
    let source = try openBytes(packed, name: "x.psd")
    let found = pixels(try #require(try source.next()))
    #expect(source.warnings.count == (channels == 6 ? 1 : 0))
    let shown = min(channels, mode == 3 ? 4 : 2)
    for pixel in 0..<size.area {
      for channel in 0..<3 {
        let stored = samples[mode == 3 ? channel : 0]
        let value =
          bits == 8
          ? Int(stored[pixel])
          : (Int(stored[2 * pixel]) * 256 + Int(stored[2 * pixel + 1]) + 128) * 255 / 65_535
        #expect(abs(Int(found[4 * pixel + channel]) - value) <= (bits == 8 ? 0 : 1))
      }
      let hasAlpha = shown == (mode == 3 ? 4 : 2)
      #expect(found[4 * pixel + 3] == (hasAlpha ? samples[shown - 1][pixel] : 255))
    }
    // Missing rows are reported.
    let cut = try openBytes(Array(packed.dropLast(40)), name: "x.psd")
    _ = try cut.next()
    #expect(channels == 6 || cut.warnings.map(\.kind) == [.damagedFrame])
  }

  /// The number of layers is negative where a channel is transparency (Adobe Photoshop File Formats
  /// Specification, Layer info); the layers of deep documents are in a block of their own.
  @Test(
    arguments: [
      ([], false), ([0, 0, 0, 2, 0, 0], false), ([0, 0, 0, 2, 0, 1], false),
      ([0, 0, 0, 2, 0xFF, 0xFF], true),
      ([0, 0, 0, 0, 0, 0, 0, 0] + Array("8BIMMt16".utf8) + [0, 0, 0, 0], true),
      ([0, 0, 0, 0, 0, 0, 0, 0] + Array("8BIMLr16".utf8) + [0, 0, 0, 2, 0xFF, 0xFE, 0, 0], true),
      (
        [0, 0, 0, 0, 0, 0, 0, 0] + Array("8BIMPatt".utf8) + [0, 0, 0, 1, 9, 0, 0, 0]
          + Array("8BIMLr16".utf8) + [0, 0, 0, 2, 0, 2, 0, 0], false
      ),
    ] as [([UInt8], Bool)], [false, true])
  func aMaskIsNotTransparency(of document: (layers: [UInt8], hasAlpha: Bool), packed: Bool) throws {
    let size = PixelSize(width: 2, height: 2)
    let channels = (0..<4).map { channel in (0..<4).map { UInt8(channel * 40 + $0) } }
    let file = photoshop(
      size, channels: channels, bits: 8, mode: 3, packed: packed, layers: document.layers)
    let source = try openBytes(file, name: "x.psd")
    #expect(source.info.alpha == (document.hasAlpha ? .possible : .absent))
    let found = pixels(try #require(try source.next()))
    #expect(found[8..<12] == [2, 42, 82, document.hasAlpha ? 122 : 255])
    #expect(
      source.warnings.map(\.detail)
        == (document.hasAlpha
          ? []
          : [
            "one channel is left out: the document does not store it as transparency"
          ]))
  }

  /// Sides whose product does not fit in 64 bits.
  @Test func sidesBeyondEveryLimitAreRefused() throws {
    var huge = Self.photoshop
    huge.replaceSubrange(14..<22, with: Array(repeating: 0xFF, count: 8))
    #expect {
      try openBytes(huge, name: "x.psd")
    } throws: { error in
      guard case ReadingError.limitExceeded(.side, _, _) = error else { return false }
      return true
    }
  }

  /// FFmpeg's writer keeps values above 1.
  @Test func lightAboveWhiteIsReported() throws {
    try TemporaryFolder.with { folder in
      let path = folder.appending("a.exr")
      // Six pixels of eight at 4 times white, the others at 0.5.
      let values = [Float](repeating: 4, count: 6) + [0.5, 0.5]
      let planes = (values + values + values).flatMap { value in
        (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt32($0))) }
      }
      try folder.write(planes, to: "a.raw")
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "gbrpf32le", "-s", "4x2", "-i",
        folder.appending("a.raw").string, path.string)
      let source = try openSource(.path(path))
      let found = pixels(try #require(try source.next()))
      #expect(found[0..<4] == [255, 255, 255, 255] && found[28..<32] == [188, 188, 188, 255])
      #expect(
        source.warnings.map(\.detail) == [
          "6 pixels are brighter than white (up to 4.0 times), and become white"
        ])
    }
  }

  @Test func foldersOfSeveralFormatsAreFrames() throws {
    try TemporaryFolder.with { folder in
      try folder.writePictures(0...0) { _ in "a.png" }
      for (name, color) in [("b.tiff", "red"), ("c.bmp", "lime"), ("d.tga", "blue")] {
        _ = try Command.run(
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=\(color):s=8x8,format=rgb24",
          "-frames:v", "1", folder.appending(name).string)
      }
      let source = try openSource(.path(folder.path))
      #expect(source.info.frames.count == 4)
      let frames = try remaining(source).map { Array(pixels($0)[0..<4]) }
      #expect(frames.dropFirst() == [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]])
    }
  }

  @Test func filesThatAreCutAreRefusedOrTold() throws {
    for name in ["a.bmp", "a.tga", "a.qoi", "a.ppm", "a.sgi", "a.tiff", "a.dpx", "a.pcx"] {
      try TemporaryFolder.with { folder in
        let path = folder.appending(name)
        _ = try Command.run(
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=53x31,format=rgb24",
          "-frames:v", "1", path.string)
        let whole = try openSource(.path(path))
        let bytes = Array(try folder.bytes(of: name))
        for part in [bytes.count / 3, bytes.count / 2, bytes.count - 40] {
          do {
            let source = try openBytes(Array(bytes[..<part]), name: name)
            let frame = try source.next()
            let told = !source.info.warnings.isEmpty || !source.warnings.isEmpty
            #expect(told, "\(name) cut at \(part) of \(bytes.count) is shown without a word")
            #expect(frame?.pixels.size == whole.info.size)
          } catch let error as ReadingError {
            #expect(error.kind == .damagedInput)
          }
        }
      }
    }
  }
}
