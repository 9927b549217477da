package import Raster

/// How a JPEG XL is coded.
package struct JXLSettings: Sendable, Hashable {
  /// From 1 to 100; nil for exact pixels.
  package var quality: Int?
  /// From 0, fast, to 9, small.
  package var effort = 4
  /// Bits of a sample, 8 or 16.
  package var depth = 8
  /// Whether some pixels are not opaque.
  package var hasAlpha = true
  /// The number of frames that are encoded at once; it changes no byte.
  package var threads = 1

  package init() {}

  /// The bytes before the codestream of a file. Samples of 16 bits are of level 10, which only a
  /// container declares (ISO/IEC 18181-2); its last box reaches to the end of the file.
  var prefix: [UInt8] {
    if depth == 8 { return [] }
    return [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]
      + [0, 0, 0, 20] + Array("ftypjxl ".utf8) + [0, 0, 0, 0] + Array("jxl ".utf8)
      + [0, 0, 0, 9] + Array("jxll".utf8) + [10] + [0, 0, 0, 0] + Array("jxlc".utf8)
  }

  /// The longest duration of a frame, in ticks.
  package static let maxTicks = Int64(UInt32.max)
  /// The largest loop count of a file.
  package static let maxPlays = Int(UInt32.max)
  /// The longest side of level 5, which decoders must support (ISO/IEC 18181-1, annex M).
  package static let maxSide = 1 << 18

  /// The bytes of one pixel while its frame is encoded: samples and libjxl's own memory. Measured with
  /// 0.7 at its effort 7: 145 for noise and 90 for gradients, with 8 bits a sample.
  package static func bytesPerPixel(depth: Int) -> Int { depth == 8 ? 158 : 204 }

  /// The largest number of threads for pictures of this size that needs no more memory than allowed.
  package static func threads(_ size: PixelSize, depth: Int, within bytes: Int) -> Int {
    OrderedWorkers<Int>.count(for: size, within: bytes, bytesPerPixel: bytesPerPixel(depth: depth))
  }

  /// libjxl's distance for a quality, as in its `cjxl`: 1 at 90, which is hardly visible.
  var distance: Float {
    guard let quality = quality.map(Float.init) else { return 0 }
    return quality >= 30
      ? 0.1 + (100 - quality) * 0.09 : 53.0 / 3000 * quality * quality - 23.0 / 20 * quality + 25
  }

  /// The way a picture is coded. The bytes and time of each were measured on 18 clips.
  ///
  /// - Parameter version: of libjxl.
  func coding(_ version: UInt32) -> JXLCoding {
    let most = Self.mostEffort(version)
    if quality != nil {
      return JXLCoding(effort: min(most, [3, 3, 4, 4, 5, 5, 6, 7, 8, 9][effort]))
    }
    switch effort {
    case 0...1: return JXLCoding(effort: 5)
    case 2...5: return .prediction(effort: 7)
    case 6...7: return .prediction(effort: min(most, 8))
    default: return most > 7 ? JXLCoding(effort: most, groupSize: 3) : .prediction(effort: 7)
    }
  }

  /// The ways to store a frame that are tried.
  var search: JXLSearch {
    if quality != nil || effort < 2 { return .none }
    return effort < 6 ? .guided : .all
  }

  /// From effort 8 on, libjxl 0.7 aborts if there are only a few symbols to encode (an assertion in
  /// its `enc_ans.cc`; pictures of one pixel, and 1 in 1,500 others). Since 0.10, effort 10 is what
  /// 9 was before.
  private static func mostEffort(_ version: UInt32) -> Int32 {
    version < 9000 ? 7 : version < 10_000 ? 9 : 10
  }
}
