import Raster
import Testing

@testable import GIFBlocks

@Suite struct GIFBlockWriterTests {
  private static let palette = GIFPalette([0x00_00_ff, 0x00_ff_00, 0xff_00_00])

  private func write(_ body: (inout GIFBlockWriter) throws -> Void) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try withoutActuallyEscaping({ (part: [UInt8]) in bytes += part }) { output in
      var writer = GIFBlockWriter(output: output)
      try body(&writer)
    }
    return bytes
  }

  private func image(_ rect: PixelRect, palette: GIFPalette? = nil) -> GIFImage {
    let indices = (0..<rect.size.area).map { UInt8($0 % 3) }
    return GIFImage(
      rect: rect, palette: palette, minCodeSize: 2,
      data: LZWGreedyEncoder.encode(indices, minCodeSize: 2))
  }

  @Test func aWholeFileIsReadBack() throws {
    let bytes = try write { writer in
      try writer.writeHeader(width: 300, height: 2, palette: Self.palette)
      try writer.writeLoop(plays: 0)
      try writer.writeImage(
        image(PixelRect(x: 0, y: 0, width: 300, height: 2)), control: GIFFrameControl(delay: 513))
      try writer.writeImage(
        image(PixelRect(x: 260, y: 1, width: 4, height: 1), palette: GIFPalette([0, 1, 2, 3, 4])),
        control: GIFFrameControl(delay: 0, disposal: .restorePrevious, transparentIndex: 2))
      try writer.writeTrailer()
    }
    let read = try GIFReference(bytes)
    #expect(read.width == 300 && read.height == 2)
    #expect(read.globalColors == [0xff00_00ff, 0xff00_ff00, 0xffff_0000, 0xff00_0000])
    #expect(read.loopCount == 0)
    #expect(read.frames.map(\.rect) == [[0, 0, 300, 2], [260, 1, 4, 1]])
    #expect(read.frames.map(\.delay) == [513, 0])
    #expect(read.frames.map(\.disposal) == [1, 3])
    #expect(read.frames.map(\.transparentIndex) == [nil, 2])
    #expect(read.frames.map(\.localColorCount) == [0, 8])
  }

  /// Browsers play a count of n as n + 1 plays, and once without a count.
  @Test(arguments: [(0, 0), (1, nil), (2, 1), (3, 2), (0x10000, 0xffff)])
  func playsAreWrittenAsBrowsersReadThem(plays: Int, loopCount: Int?) throws {
    let bytes = try write { writer in
      try writer.writeHeader(width: 1, height: 1, palette: Self.palette)
      try writer.writeLoop(plays: plays)
      try writer.writeTrailer()
    }
    #expect(try GIFReference(bytes).loopCount == loopCount)
  }

  @Test func aFrameWithoutAControlHasNoDelay() throws {
    let bytes = try write { writer in
      try writer.writeHeader(width: 2, height: 2, palette: Self.palette)
      try writer.writeImage(image(PixelRect(x: 0, y: 0, width: 2, height: 2)), control: nil)
      try writer.writeTrailer()
    }
    #expect(try GIFReference(bytes).frames.map(\.delay) == [nil])
  }

  /// Data of every length around the size of a sub-block, and its predicted size.
  @Test(arguments: [1, 254, 255, 256, 509, 510, 511])
  func dataIsDividedIntoSubBlocks(count: Int) throws {
    let image = GIFImage(
      rect: PixelRect(x: 0, y: 0, width: 1, height: 1), palette: Self.palette, minCodeSize: 2,
      data: Array(repeating: 0xaa, count: count))
    let bytes = try write { try $0.writeImage(image, control: nil) }
    #expect(bytes.count == image.byteCount)
    var position = 10 + 12 + 1
    var data: [UInt8] = []
    while bytes[position] != 0 {
      let size = Int(bytes[position])
      data += bytes[position + 1..<position + 1 + size]
      position += 1 + size
    }
    #expect(data == image.data)
    #expect(position == bytes.count - 1)
  }

  @Test func whatTheOutputThrowsComesOut() {
    struct Full: Error {}
    var writer = GIFBlockWriter { _ in throw Full() }
    #expect(throws: Full.self) { try writer.writeTrailer() }
    #expect(writer.byteCount == 0)
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (129, 8), (256, 8)])
  func aTableIsAsLargeAsItsColorsNeed(count: Int, bits: Int) {
    #expect(GIFPalette(Array(repeating: 0, count: count)).bits == bits)
  }
}
