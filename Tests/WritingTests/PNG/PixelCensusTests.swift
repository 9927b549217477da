import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Writing

@Suite struct PixelCensusTests {
  private func format(_ pixels: [UInt32]) -> PNGPixelFormat {
    var census = PixelCensus()
    pixels.withUnsafeBufferPointer { census.count($0.baseAddress!, $0.count) }
    return census.format
  }

  /// Opaque greys.
  private func grays(_ values: [UInt32]) -> [UInt32] {
    values.map { 0xFF00_0000 | $0 * 0x01_0101 }
  }

  /// Opaque colours, all different, none grey.
  private func colors(_ count: Int) -> [UInt32] {
    (0..<UInt32(count)).map { (index: UInt32) -> UInt32 in 0xFF80_0000 | index * 2 }
  }

  @Test func theSmallestLayoutThatHoldsEveryPixelIsTaken() {
    #expect(format(grays([0, 255])) == .gray(bits: 1))
    #expect(format(grays([0, 85, 170])) == .gray(bits: 2))
    #expect(format(grays([17, 34])) == .palette(grays([17, 34]), bits: 1))
    #expect(format(grays((0...15).map { $0 * 17 })) == .gray(bits: 4))
    #expect(format(grays((0...16).map { $0 * 3 })) == .gray(bits: 8))
    #expect(format(grays(Array(0...255))) == .gray(bits: 8))
    for (count, bits) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)] {
      #expect(format(colors(count)) == .palette(colors(count), bits: bits))
    }
    #expect(format(colors(257)) == .rgb)
    #expect(format(colors(257) + [0]) == .rgba)
    // 300 pairs of grey and alpha.
    let pairs = (0..<300).map { (index: UInt32) -> UInt32 in
      let alpha: UInt32 = index % 250 + 1
      return alpha << 24 | (index / 2) * 0x01_0101
    }
    #expect(format(pairs) == .grayAlpha)
  }

  @Test func thePaletteNamesThoseThatAreNotOpaqueFirst() {
    #expect(
      format([0xFF01_0203, 0, 0x7F01_0203])
        == .palette([0, 0x7F01_0203, 0xFF01_0203], bits: 2))
  }

  @Test func nothingIsSettledBeforeItCannotChange() {
    var census = PixelCensus()
    func count(_ pixels: [UInt32]) {
      pixels.withUnsafeBufferPointer { census.count($0.baseAddress!, $0.count) }
    }
    count(colors(256))
    #expect(!census.isSettled(mayBeTransparent: false))
    count([0xFF12_3456])
    #expect(census.isSettled(mayBeTransparent: false))
    #expect(!census.isSettled(mayBeTransparent: true))
    count([0])
    #expect(census.isSettled(mayBeTransparent: true))
  }

  /// Pictures of every kind, written whole and row by row, then read by our reader and by ffmpeg.
  @Test(arguments: 0..<9)
  func everyPixelComesBack(kind: Int) throws {
    let size = PixelSize(width: 37, height: 29)
    var generator = SeededGenerator(seed: UInt64(kind))
    let pixels: [UInt32] = (0..<size.area).map { index in
      let noise = UInt32(truncatingIfNeeded: generator.next() >> 7)
      let gray = (noise & 255) * 0x01_0101
      switch kind {
      case 0: return 0xFF00_0000 | (noise & 1) * 0xFF_FFFF
      case 1: return 0xFF00_0000 | (noise & 3) * 85 * 0x01_0101
      case 2: return 0xFF00_0000 | gray
      case 3: return (noise >> 8 | 1) << 24 | gray
      case 4: return [0xFF12_3456, 0, 0x8045_6789][Int(noise % 3)]
      case 5: return 0xFF00_0000 | (noise % 200) << 1 | 0x10_0000
      case 6: return 0xFF00_0000 | noise
      case 7: return noise & 7 == 0 ? 0 : noise | 0x0100_0000
      default: return index < 900 ? 0xFF00_0000 | noise : 0x7F00_0000 | noise
      }
    }
    let buffer = PixelBuffer.Pool(size: size).take()
    pixels.withUnsafeBytes {
      buffer.base.update(from: $0.bindMemory(to: UInt8.self).baseAddress!, count: $0.count)
    }
    var options = PNGWritingOptions()
    options.filter = .sub
    let bytes = try PNGPicture.encode(buffer, options: options)
    try TemporaryFolder.with { folder in
      var rowwise: [UInt8] = []
      let writer = ExactPNGWriter(
        size, options: options, mayBeTransparent: true,
        beside: folder.appending("page.png")
      ) { rowwise.append(contentsOf: $0) }
      for y in 0..<size.height {
        try pixels.withUnsafeBufferPointer {
          try writer.writeRow($0.baseAddress! + y * size.width)
        }
      }
      try writer.finish()
      #expect(folder.names == [])
      // Layout and colours are the same; zlib compresses rows, libdeflate whole pictures.
      #expect(head(of: rowwise) == head(of: bytes))
      let files = [
        "rowwise.png": rowwise, "picture.png": bytes, "chosen.png": try PNGPicture.encode(buffer),
      ]
      for (name, file) in files {
        try folder.write(file, to: name)
        #expect(try sheetFrames(.path(folder.appending(name))) == [pixels], "\(name)")
        let decoded = try DrawnSheet(decoding: folder.appending(name).string, size)
        #expect(decoded.pixels == pixels, "\(name)")
      }
    }
  }

  /// The bytes before the pixel data.
  private func head(of file: [UInt8]) -> ArraySlice<UInt8> {
    let data = file.indices.dropLast(4).first { file[$0..<$0 + 4].elementsEqual("IDAT".utf8) }
    return file[..<((data ?? 4) - 4)]
  }
}
