import Testing

@testable import Raster

@Suite struct PixelFormatTests {
  @Test func everyColorAndAlphaIsPremultipliedToTheNearest() {
    for alpha in UInt32(0)...255 {
      for color in UInt32(0)...255 {
        let word = PixelBuffer.Layout.premultiply(alpha << 24 | color << 16 | color << 8 | color)
        let expected = UInt32((Double(color * alpha) / 255).rounded())
        #expect(word == alpha << 24 | expected << 16 | expected << 8 | expected)
        // Dividing and multiplying again restores the value.
        #expect(PixelBuffer.Layout.premultiply(PixelBuffer.Layout.divide(word)) == word)
      }
    }
  }

  @Test func copiesGoIntoRowsOfAnyStrideAndComeBack() {
    let size = PixelSize(width: 3, height: 2)
    let pool = PixelBuffer.Pool(size: size)
    let words: [UInt32] = [
      0xFF01_0203, 0x8040_5060, 0, 0xFFFF_FFFF, 0x0100_0000 | 0xFF, 0xFF00_00FF,
    ]
    let buffer = pool.buffer { target in
      for (index, word) in words.enumerated() {
        target.storeBytes(of: word.littleEndian, toByteOffset: index * 4, as: UInt32.self)
      }
    }
    #expect(buffer.bytes(.bgra).prefix(8) == [1, 2, 3, 255, 0x40, 0x50, 0x60, 0x80])
    for format in [PixelBuffer.Layout.rgba, .bgra] {
      var target = [UInt8](repeating: 0xAA, count: 2 * 17)
      target.withUnsafeMutableBytes {
        buffer.copyPixels(into: $0, format: format, stride: 17)
      }
      #expect(target[12..<17].allSatisfy { $0 == 0xAA })
      let back = target.withUnsafeBytes { pool.buffer(copying: $0, format: format, stride: 17) }
      #expect(back.bytes() == buffer.bytes())
      #expect(back.pixelHash == buffer.pixelHash)
    }
    let changed = pool.buffer { target in
      buffer.copyPixels(into: target)
      target[0] ^= 1
    }
    #expect(changed.pixelHash != buffer.pixelHash)
    let opaque = buffer.bytes(PixelBuffer.Layout(.rgba, .ignored))
    #expect(stride(from: 3, to: 24, by: 4).allSatisfy { opaque[$0] == 255 })
  }
}
