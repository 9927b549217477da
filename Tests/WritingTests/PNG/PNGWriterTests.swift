import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Writing

@Suite struct PNGWriterTests {
  static let options: [PNGWritingOptions] = {
    var all: [PNGWritingOptions] = []
    for level in [0, 1, 6, 9] {
      for filter in [nil, .unfiltered, .sub, .up, .adaptive] as [PNGWritingOptions.FilterChoice?] {
        var options = PNGWritingOptions()
        options.level = level
        options.filter = filter
        all.append(options)
      }
    }
    return all
  }()

  /// A file of rows whose bytes depend on their positions, and its expected pixels.
  private func write(
    _ size: PixelSize, _ format: PNGPixelFormat, options: PNGWritingOptions = PNGWritingOptions(),
    whole: Bool = false, byte: (_ row: Int, _ index: Int) -> UInt8
  ) throws -> (file: [UInt8], rows: [[UInt8]]) {
    let file = Collector()
    let writer: any PNGRowWriter =
      whole
      ? try WholePNGWriter(size, format, options: options) { file.bytes += $0 }
      : try PNGWriter(size, format, options: options) { file.bytes += $0 }
    let count = format.bytesPerRow(width: size.width)
    let rows = (0..<size.height).map { row in (0..<count).map { byte(row, $0) } }
    for row in rows { try row.withUnsafeBytes(writer.writeRow) }
    try writer.finish()
    return (file.bytes, rows)
  }

  private final class Collector { var bytes: [UInt8] = [] }

  private func read(_ file: [UInt8]) throws -> [UInt32] {
    var options = ReadingOptions()
    options.isStrict = true
    let source = try openSource(.bytes(file, name: "written.png"), options: options)
    return try source.allPixels()[0]
  }

  @Test(arguments: options, [false, true])
  func colorsComeBack(options: PNGWritingOptions, whole: Bool) throws {
    let size = PixelSize(width: 37, height: 23)
    let formats: [(PNGPixelFormat, ([UInt8]) -> [UInt8])] = [
      (.rgba, { $0 }), (.rgb, { $0 + [255] }),
      (.grayAlpha, { [$0[0], $0[0], $0[0], $0[1]] }),
      (.gray(bits: 8), { [$0[0], $0[0], $0[0], 255] }),
    ]
    for (format, rgba) in formats {
      let (file, rows) = try write(size, format, options: options, whole: whole) { row, index in
        UInt8(truncatingIfNeeded: row &* row &* 31 ^ index &* 7)
      }
      let bytes = format.bitsPerPixel / 8
      let expected = rows.flatMap { row in
        stride(from: 0, to: row.count, by: bytes).map { at -> UInt32 in
          let pixel = rgba(Array(row[at..<(at + bytes)])).map(UInt32.init)
          return pixel[3] == 0 ? 0 : pixel[0] | pixel[1] << 8 | pixel[2] << 16 | pixel[3] << 24
        }
      }
      #expect(try read(file) == expected, "\(format)")
    }
  }

  @Test(arguments: [1, 2, 4, 8], [false, true])
  func packedSamplesComeBack(bits: Int, whole: Bool) throws {
    let size = PixelSize(width: 13, height: 6)
    let colors = (0..<(1 << bits)).map { index in
      UInt32(index) | UInt32(255 - index) << 8 | UInt32(index % 3 == 1 ? 120 : 255) << 24
    }
    for format in [PNGPixelFormat.palette(colors, bits: bits), .gray(bits: bits)] {
      let (file, rows) = try write(size, format, whole: whole) {
        UInt8(truncatingIfNeeded: $0 &* 89 ^ $1 &* 53)
      }
      let most = (1 << bits) - 1
      let expected = rows.flatMap { row in
        (0..<size.width).map { x -> UInt32 in
          let index = Int(row[x * bits / 8]) >> (8 - bits - x * bits % 8) & most
          if case .palette = format { return colors[index] }
          return 0xff00_0000 | UInt32(index * 255 / most) * 0x01_0101
        }
      }
      #expect(try read(file) == expected, "\(format)")
    }
  }

  @Test(arguments: [false, true])
  func theFileHasNothingButThePicture(whole: Bool) throws {
    var options = PNGWritingOptions()
    let size = PixelSize(width: 300, height: 300)
    let first = try write(size, .rgba, whole: whole) { UInt8(truncatingIfNeeded: $0 ^ $1) }.file
    #expect(Set(chunkTypes(first)) == ["IHDR", "IDAT", "IEND"])
    #expect(
      try write(size, .rgba, whole: whole) { UInt8(truncatingIfNeeded: $0 ^ $1) }.file == first)
    options.writesStandardRGB = true
    let tagged = try write(size, .rgb, options: options, whole: whole) { _, _ in 7 }.file
    #expect(Set(chunkTypes(tagged)) == ["IHDR", "sRGB", "IDAT", "IEND"])
    let colors: [UInt32] = [0xff00_00ff, 0xff00_ff00]
    let opaque = try write(size, .palette(colors, bits: 1), whole: whole) { _, _ in 7 }.file
    #expect(Set(chunkTypes(opaque)) == ["IHDR", "PLTE", "IDAT", "IEND"])
  }

  @Test func transparencyIsWrittenUpToTheLastColorThatNeedsIt() throws {
    let colors: [UInt32] = [0x8000_00ff, 0xff00_ff00, 0, 0xffff_0000]
    let file = try write(PixelSize(width: 4, height: 1), .palette(colors, bits: 2)) { _, _ in 0x1b }
      .file
    #expect(try read(file) == colors)
    let at = try #require(
      file.indices.dropLast(4).first { file[$0..<($0 + 4)].elementsEqual("tRNS".utf8) })
    #expect(file[at - 1] == 3)
  }

  @Test func whatTheOutputThrowsComesOut() throws {
    struct Full: Error {}
    #expect(throws: Full.self) {
      try PNGWriter(PixelSize(width: 1, height: 1), .rgba) { _ in throw Full() }
    }
    var room = 60
    let writer = try PNGWriter(PixelSize(width: 512, height: 64), .rgba) { bytes in
      room -= bytes.count
      if room < 0 { throw Full() }
    }
    let row = [UInt8](unsafeUninitializedCapacity: 2048) { bytes, count in
      var random = SeededGenerator(seed: 1)
      for index in 0..<2048 { bytes[index] = .random(in: 0...255, using: &random) }
      count = 2048
    }
    #expect(throws: Full.self) {
      for _ in 0..<64 { try row.withUnsafeBytes(writer.writeRow) }
      try writer.finish()
    }
    #expect(throws: Full.self) { try row.withUnsafeBytes(writer.writeRow) }
  }

  private func chunkTypes(_ file: [UInt8]) -> [String] {
    var types: [String] = []
    var at = 8
    while at + 8 <= file.count {
      types.append(String(decoding: file[(at + 4)..<(at + 8)], as: UTF8.self))
      at += 12 + file[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    return types
  }
}
