import AnimTiming
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Pages and fields of TIFF, in files built by hand (TIFF 6.0, section 2).
@Suite struct TIFFTests {
  /// One page: its fields, and the bytes of its only strip.
  struct Page {
    var fields: [(tag: Int, type: Int, values: [Int])] = []
    var strip: [UInt8]

    init(_ width: Int, _ height: Int, gray: [UInt8]) {
      strip = gray
      fields = [
        (256, 3, [width]), (257, 3, [height]), (258, 3, [8]), (259, 3, [1]), (262, 3, [1]),
        (277, 3, [1]), (278, 3, [height]),
      ]
    }

    init(_ width: Int, _ height: Int, rgba: [UInt8], extra: Int) {
      strip = rgba
      fields = [
        (256, 3, [width]), (257, 3, [height]), (258, 3, [8, 8, 8, 8]), (259, 3, [1]),
        (262, 3, [2]), (277, 3, [4]), (278, 3, [height]), (338, 3, [extra]),
      ]
    }
  }

  private func number(_ value: Int, _ width: Int, _ isLittle: Bool) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isLittle ? bytes : bytes.reversed()
  }

  /// - Parameter loops: whether the last page is followed by the first.
  private func file(
    _ pages: [Page], isLittle: Bool = true, isBig: Bool = false, loops: Bool = false
  ) -> [UInt8] {
    let offset = isBig ? 8 : 4
    var bytes: [UInt8] = Array((isLittle ? "II" : "MM").utf8) + number(isBig ? 43 : 42, 2, isLittle)
    if isBig { bytes += number(8, 2, isLittle) + [0, 0] }
    var place = bytes.count
    var first: Int?
    bytes += number(0, offset, isLittle)
    for page in pages {
      let strip = bytes.count
      bytes += page.strip
      var fields = page.fields
      fields.append((273, 4, [strip]))
      fields.append((279, 4, [page.strip.count]))
      fields.sort { $0.tag < $1.tag }
      var entries: [UInt8] = []
      for field in fields {
        let width = field.type == 3 ? 2 : 4
        var value = field.values.flatMap { number($0, width, isLittle) }
        if value.count > offset {
          let at = bytes.count
          bytes += value
          value = number(at, offset, isLittle)
        }
        value += Array(repeating: 0, count: offset - value.count)
        entries += number(field.tag, 2, isLittle) + number(field.type, 2, isLittle)
        entries += number(field.values.count, offset, isLittle) + value
      }
      bytes.replaceSubrange(place..<place + offset, with: number(bytes.count, offset, isLittle))
      first = first ?? bytes.count
      bytes += number(fields.count, isBig ? 8 : 2, isLittle) + entries
      place = bytes.count
      bytes += number(0, offset, isLittle)
    }
    if loops, let first {
      bytes.replaceSubrange(place..<place + offset, with: number(first, offset, isLittle))
    }
    return bytes
  }

  private func grays(_ frame: CanvasFrame) -> [UInt8] {
    let bytes = pixels(frame)
    return stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] }
  }

  @Test(arguments: [(true, false), (false, false), (true, true), (false, true)])
  func pagesAreFrames(isLittle: Bool, isBig: Bool) throws {
    let pages = (0..<5).map { page in
      Page(3, 2, gray: (0..<6).map { UInt8(page * 10 + $0) })
    }
    let source = try openBytes(file(pages, isLittle: isLittle, isBig: isBig), name: "x.tif")
    #expect(source.info.kind == .tiff && source.info.frames.count == 5)
    #expect(source.info.frames.map(\.delay.description) == Array(repeating: "0.1 s", count: 5))
    #expect(try remaining(source).map(grays) == pages.map(\.strip))
    try source.seek(to: 3)
    #expect(try source.next().map(grays) == pages[3].strip)
    let one = try openBytes(file([pages[1]], isLittle: isLittle, isBig: isBig), name: "x.tif")
    #expect(one.info.kind == .tiff && one.info.frames.count == 1)
    #expect(try remaining(one).map(grays) == [pages[1].strip])
  }

  @Test func smallerCopiesAreNotFrames() throws {
    var copy = Page(1, 1, gray: [9])
    copy.fields.append((254, 4, [1]))
    let source = try openBytes(file([Page(2, 1, gray: [5, 6]), copy]), name: "x")
    #expect(source.info.frames.count == 1)
    #expect(try remaining(source).map(grays) == [[5, 6]])
  }

  @Test func pagesOfSeveralSizesShareACanvas() throws {
    let source = try openBytes(
      file([Page(2, 2, gray: [1, 2, 3, 4]), Page(4, 4, gray: Array(repeating: 7, count: 16))]),
      name: "x")
    #expect(source.info.size == PixelSize(width: 4, height: 4))
    #expect(source.info.notes.contains { "\($0)".contains("several sizes") })
  }

  @Test func pagesInACircleAreRefused() throws {
    #expect(throws: ReadingError.self) {
      try openBytes(file([Page(1, 1, gray: [1])], loops: true), name: "x")
    }
  }

  /// Exif 2.32, 4.6.4: the columns and rows of the stored image.
  @Test func orientationsAreApplied() throws {
    let upright: [UInt8] = [1, 2, 3, 4, 5, 6]
    let stored: [Int: [UInt8]] = [
      1: [1, 2, 3, 4, 5, 6], 2: [3, 2, 1, 6, 5, 4], 3: [6, 5, 4, 3, 2, 1], 4: [4, 5, 6, 1, 2, 3],
      5: [1, 4, 2, 5, 3, 6], 6: [3, 6, 2, 5, 1, 4], 7: [6, 3, 5, 2, 4, 1], 8: [4, 1, 5, 2, 6, 3],
    ]
    for (orientation, samples) in stored {
      let isTurned = orientation > 4
      var page = Page(isTurned ? 2 : 3, isTurned ? 3 : 2, gray: samples)
      page.fields.append((274, 3, [orientation]))
      let source = try openBytes(file([page]), name: "x")
      #expect(source.info.size == PixelSize(width: 3, height: 2))
      #expect(try remaining(source).map(grays) == [upright], "orientation \(orientation)")
    }
  }

  @Test func alphaIsWhatExtraSamplesSay() throws {
    let samples: [UInt8] = [50, 100, 25, 128, 10, 20, 30, 255]
    let expected: [Int: [UInt8]] = [
      0: [50, 100, 25, 255, 10, 20, 30, 255], 1: [100, 199, 50, 128, 10, 20, 30, 255],
      2: samples,
    ]
    for (extra, pixels) in expected {
      let source = try openBytes(file([Page(2, 1, rgba: samples, extra: extra)]), name: "x")
      let frame = try #require(try source.next())
      #expect(FrameTestSupport.pixels(frame) == pixels, "extra samples \(extra)")
    }
  }

  @Test func whatIsNotDecodedNamesItself() throws {
    for (tag, value, word) in [
      (259, 6, "old JPEG"), (259, 50_000, "Zstandard"), (339, 2, "signed"), (339, 3, "floating"),
    ] {
      var page = Page(1, 1, gray: [1])
      page.fields.removeAll { $0.tag == tag }
      page.fields.append((tag, 3, [value]))
      #expect {
        try openBytes(file([page]), name: "x")
      } throws: { error in
        guard case ReadingError.unsupported(let detail, _?) = error else { return false }
        return detail.contains(word)
      }
    }
  }

  // MARK: Layouts of other writers

  /// A picture from FFmpeg, copied into another layout by libtiff's `tiffcp`.
  ///
  /// - Returns: the pixels before and after.
  private func copied(
    _ layout: String, _ options: [String]
  ) throws -> (before: [UInt8], after: [UInt8], depth: Int) {
    try TemporaryFolder.with { folder in
      let (plain, copy) = (folder.appending("a.tif").string, folder.appending("b.tif").string)
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=53x39", "-frames:v", "1",
        "-compression_algo", "raw", "-pix_fmt", layout, plain)
      _ = try Command.run(["tiffcp"] + options + [plain, copy])
      func opened(_ path: String) throws -> ([UInt8], Int) {
        let source = try openSource(.path(FilePath(path)))
        (source as? any WideSource)?.handsOnWide = true
        let frame = try #require(try source.next())
        let wide = frame.pixels.wide?.pixels.withUnsafeBytes { Array($0) }
        #expect(source.info.warnings.isEmpty && source.warnings.isEmpty)
        return (wide ?? pixels(frame), source.info.sampleDepth)
      }
      let (before, after) = (try opened(plain), try opened(copy))
      return (before.0, after.0, after.1)
    }
  }

  @Test(
    .enabled(if: TIFFTools.isAvailable, Comment(rawValue: TIFFTools.hint)),
    arguments: [
      ("rgb24", "-t -w 16 -l 16"), ("rgb24", "-c lzw:2 -t -w 32 -l 16"), ("rgb24", "-c zip:2 -t"),
      ("rgb24", "-c packbits -t -w 16 -l 32"), ("rgb24", "-p separate -t -w 16 -l 16 -c lzw"),
      ("rgba", "-c lzw -t -w 16 -l 16"), ("gray", "-t -w 16 -l 16 -c zip:2"),
      ("pal8", "-t -w 16 -l 16 -c lzw"), ("rgb48le", "-t -w 16 -l 16 -c zip:2"),
      ("rgb48le", "-t -w 16 -l 16 -c lzw:2 -B"), ("gray16le", "-t -w 16 -l 48 -c lzw"),
      ("rgb24", "-8"), ("rgb24", "-8 -t -w 16 -l 16"), ("monob", "-t -w 16 -l 16"),
      ("rgb24", "-r 7 -c lzw"),
    ])
  func layoutsOfTiffcpHaveTheSamePixels(layout: String, options: String) throws {
    let (before, after, depth) = try copied(layout, options.split(separator: " ").map(String.init))
    #expect(before == after)
    #expect(depth == (layout.contains("48") || layout.contains("16") ? 16 : 8))
  }

  /// JPEG with loss: libtiff's own encoder, and FFmpeg's decoder in strips and tiles.
  @Test(
    .enabled(if: TIFFTools.isAvailable, Comment(rawValue: TIFFTools.hint)),
    arguments: [
      ("rgb24", "-c jpeg:95"), ("rgb24", "-c jpeg:r:95"), ("gray", "-c jpeg:95"),
      ("rgb24", "-c jpeg:95 -t -w 16 -l 16"), ("rgb24", "-c jpeg:95 -r 16"),
    ])
  func picturesMayBeJPEGs(layout: String, options: String) throws {
    let (before, after, _) = try copied(layout, options.split(separator: " ").map(String.init))
    try #require(before.count == after.count)
    let error = zip(before, after).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    // Wrong colours or places would be off by 30 and more.
    #expect(Double(error) / Double(before.count) < 8)
  }

  /// IEEE 754 in both byte orders, with and without the predictor of floating point; 32 bits.
  @Test(arguments: [true, false])
  func floatingPointAndLongSamplesAreScaled(isLittle: Bool) throws {
    let values: [Float] = [0, 0.25, 0.5, 1, 2, -1, .nan, 0.125]
    let expected: [UInt16] = [0, 16_384, 32_768, 65_535, 65_535, 0, 0, 8192]
    func wide(_ bits: Int, _ format: Int, _ strip: [UInt8]) throws -> [UInt16] {
      var page = Page(8, 1, gray: strip)
      page.fields.removeAll { $0.tag == 258 }
      page.fields += [(258, 3, [bits]), (339, 3, [format])]
      let source = try openBytes(file([page], isLittle: isLittle), name: "x.tif")
      #expect(source.info.sampleDepth == 16)
      (source as? any WideSource)?.handsOnWide = true
      let frame = try #require(try source.next())
      return try #require(frame.pixels.wide).pixels.map(\.x)
    }
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: isLittle ? value.littleEndian : value.bigEndian) { Array($0) }
    }
    #expect(try wide(32, 3, values.flatMap { bytes($0.bitPattern) }) == expected)
    #expect(try wide(64, 3, values.flatMap { bytes(Double($0).bitPattern) }) == expected)
    let halves: [UInt16] = [0, 0x3400, 0x3800, 0x3C00, 0x4000, 0xBC00, 0x7E00, 0x3000]
    #expect(try wide(16, 3, halves.flatMap(bytes)) == expected)
    let longs: [UInt32] = [0, .max, .max / 2 + 1, 65_537, 32_769, 32_767, 1, .max - 1]
    #expect(
      try wide(32, 1, longs.flatMap(bytes)) == [0, 65_535, 32_768, 1, 1, 0, 0, 65_535])
  }

  /// The meaning of floating-point samples is reported, because the file does not state it.
  @Test func floatingPointIsNoted() throws {
    var page = Page(1, 1, gray: [0, 0, 0x80, 0x3F])
    page.fields.removeAll { $0.tag == 258 }
    page.fields += [(258, 3, [32]), (339, 3, [3])]
    let one = try openBytes(file([page]), name: "x.tif")
    _ = try one.next()
    #expect(one.warnings.contains { $0.detail.contains("0 is black") })
    let two = try openBytes(file([page, page]), name: "x.tif")
    #expect(two.info.notes.contains { "\($0)".contains("0 is black") })
  }

  @Test(.enabled(if: TIFFTools.isAvailable, Comment(rawValue: TIFFTools.hint)))
  func aCutTileIsKeptAsFarAsItGoes() throws {
    try TemporaryFolder.with { folder in
      let (plain, copy) = (folder.appending("a.tif").string, folder.appending("b.tif").string)
      _ = try Command.run(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64", "-frames:v", "1",
        "-pix_fmt", "rgb24", plain)
      _ = try Command.run(["tiffcp", "-c", "lzw", "-t", "-w", "16", "-l", "16", plain, copy])
      let bytes = try folder.bytes(of: "b.tif")
      let whole = try #require(try openBytes(bytes, name: "b.tif").next())
      // The middle of the tiles: their fields come after them.
      var damaged = bytes
      for index in bytes.count / 2..<bytes.count / 2 + 40 { damaged[index] = 0xFF }
      let source = try openBytes(damaged, name: "b.tif")
      let kept = try #require(try source.next())
      #expect(source.warnings.contains { $0.kind == .damagedFrame })
      let same = zip(pixels(whole), pixels(kept)).count { $0 == $1 }
      #expect(same > 64 * 64 * 4 / 2)
    }
  }
}
