import AnimTiming
import FrameTestSupport
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
    for (tag, value, word) in [(259, 7, "JPEG"), (259, 50_000, "Zstandard"), (339, 3, "floating")] {
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
}
