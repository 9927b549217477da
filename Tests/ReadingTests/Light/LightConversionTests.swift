import Testing

@testable import Reading

@Suite struct LightConversionTests {
  /// Samples of 8 bits, and Chromium 156's results for them in a PNG with `cICP`.
  static let shown: [(coding: LightCoding, colors: String)] = [
    (
      LightCoding(transfer: .pq, primaries: .bt2020),
      """
      202020:050505 383838:161616 505050:303030 686868:535353 808080:848484 989898:c6c6c6
      b0b0b0:ededed c8c8c8:ffffff e0e0e0:ffffff f8f8f8:ffffff 000000:000000 003c3c:001c1a
      006e6e:00635f 009696:00cbc3 00bebe:00ffff 00ffff:00ffff 3c3c00:1b1a00 3c6e3c:006300
      3c966e:00cc4b 3cbe96:00ff6e 3cffbe:00ff0f 6e00ff:0000ff 6e6e00:615e00 6e963c:00ca00
      6ebe6e:00ff00 6eff96:00ff00 9600be:9600ff 963cff:0000ff 969600:c7c200 96be3c:00ff00
      96ff6e:00ff00 be0096:ff0086 be3cbe:ff00ff be6eff:5000ff bebe00:fffe00 beff3c:00ff00
      ff006e:ff0000 ff3c96:ff0012 ff6ebe:ff0053 ff96ff:ff00ff ffff00:ffff00
      """
    ),
    (
      LightCoding(transfer: .hlg, primaries: .bt2020),
      """
      202020:0e0e0e 383838:242424 505050:393939 686868:4e4e4e 808080:636363 989898:7d7d7d
      b0b0b0:a0a0a0 c8c8c8:cacaca e0e0e0:e4e4e4 f8f8f8:fafafa 000000:000000 003c3c:002826
      006e6e:005652 009696:007e78 00bebe:00beb6 00ffff:00ffff 3c3c00:282700 3c6e3c:005525
      3c966e:007d53 3cbe96:00bd79 3cffbe:00ff77 6e00ff:2d00fa 6e6e00:565300 6e963c:3d7c1c
      6ebe6e:00bc4d 6eff96:00ff33 9600be:8800a6 963cff:5a00fc 969600:7e7a00 96be3c:53bb00
      96ff6e:00ff00 be0096:ce0079 be3cbe:ce00b0 be6eff:922eff bebe00:beb900 beff3c:00ff00
      ff006e:ff003e ff3c96:ff005c ff6ebe:ff0089 ff96ff:ff0eff ffff00:ffff00
      """
    ),
    (
      LightCoding(transfer: .pq, primaries: .displayP3),
      """
      202020:050505 383838:161616 505050:303030 686868:535353 808080:848484 989898:c6c6c6
      b0b0b0:ededed c8c8c8:ffffff e0e0e0:ffffff f8f8f8:ffffff 000000:000000 003c3c:001b1a
      006e6e:00605f 009696:00c5c3 00bebe:00ffff 00ffff:00ffff 3c3c00:1a1a00 3c6e3c:006007
      3c966e:00c550 3cbe96:00ff76 3cffbe:00ff2d 6e00ff:1100ff 6e6e00:5e5e00 6e963c:22c400
      6ebe6e:00ff00 6eff96:00ff00 9600be:9100ff 963cff:2e00ff 969600:c1c100 96be3c:45ff00
      96ff6e:00ff00 be0096:ff0090 be3cbe:ff00ff be6eff:6003ff bebe00:fefe00 beff3c:00ff00
      ff006e:ff0000 ff3c96:ff0011 ff6ebe:ff005d ff96ff:ff00ff ffff00:ffff00
      """
    ),
    (
      LightCoding(transfer: .hlg, primaries: .standard),
      """
      202020:0e0e0e 383838:242424 505050:393939 686868:4e4e4e 808080:636363 989898:7d7d7d
      b0b0b0:a0a0a0 c8c8c8:cacaca e0e0e0:e4e4e4 f8f8f8:fafafa 000000:000000 003c3c:002626
      006e6e:005252 009696:007878 00bebe:00b5b5 00ffff:00ffff 3c3c00:272700 3c6e3c:2c522c
      3c966e:2f7857 3cbe96:33b580 3cffbe:26ff8e 6e00ff:4400f7 6e6e00:535300 6e963c:58782f
      6ebe6e:5eb55e 6eff96:48ff64 9600be:6f009e 963cff:5f24f9 969600:7a7a00 96be3c:81b633
      96ff6e:63ff48 be0096:a30073 be3cbe:a82fa8 be6eff:8945fb bebe00:b8b800 beff3c:8dff26
      ff006e:ff004f ff3c96:ff2a6c ff6ebe:ff4e99 ff96ff:ff62ff ffff00:ffff00
      """
    ),
  ]

  @Test(arguments: shown)
  func colorsAreThoseThatChromiumShows(coding: LightCoding, colors: String) throws {
    let conversion = LightConversion(coding)
    var count = 0
    for pair in colors.split(whereSeparator: \.isWhitespace) {
      let values = try pair.split(separator: ":").map { try #require(UInt32($0, radix: 16)) }
      var pixel = [(0x8000_0000 | values[0].byteSwapped >> 8).littleEndian]
      pixel.withUnsafeMutableBufferPointer { conversion.convert($0.baseAddress!, 1) }
      let found = UInt32(littleEndian: pixel[0])
      #expect(found >> 24 == 0x80, "alpha stays")
      for shift in [UInt32(0), 8, 16] {
        let (a, b) = (Int(found >> shift & 255), Int(values[1] >> (16 - shift) & 255))
        #expect(abs(a - b) <= 2, "\(pair): \(String(found.byteSwapped >> 8, radix: 16))")
      }
      count += 1
    }
    #expect(count == 41)
  }

  /// sRGB stays unchanged, and a change of primaries alone equals Little CMS's result.
  @Test func standardColorsStay() {
    let conversion = LightConversion(.standard)
    for value in UInt32(0)...255 {
      let color = value | (255 - value) << 8 | (value / 2) << 16 | 0xFF00_0000
      var pixel = [color.littleEndian]
      pixel.withUnsafeMutableBufferPointer { conversion.convert($0.baseAddress!, 1) }
      #expect(pixel[0] == color.littleEndian)
    }
  }

  @Test func linearLightBecomesStandardSamples() {
    let conversion = LightConversion(LightCoding(transfer: .linear, primaries: .standard))
    // IEC 61966-2-1: half the light is sample 0.7354.
    for (sample, expected) in [(0, 0), (1, 13), (32, 99), (128, 188), (255, 255)] {
      var pixel = [(UInt32(sample) * 0x010101 | 0xFF00_0000).littleEndian]
      pixel.withUnsafeMutableBufferPointer { conversion.convert($0.baseAddress!, 1) }
      #expect(Int(UInt32(littleEndian: pixel[0]) & 255) == expected)
    }
  }
}
