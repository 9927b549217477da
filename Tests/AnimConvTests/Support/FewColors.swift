@testable import Raster

/// Animations with colours of many kinds.
enum FewColors {
  /// Frames with a few colours, some transparent, that differ in a part.
  static func pictures(_ count: Int, _ size: PixelSize, colors: [UInt32]) -> [[UInt32]] {
    var picture = (0..<size.area).map { colors[$0 % colors.count] }
    return (0..<count).map { frame in
      for place in 0..<size.area where (place * 7 + frame) % 5 == 0 {
        picture[place] = colors[(place + frame) % colors.count]
      }
      return picture
    }
  }

  /// Two colours, black and white, transparency, alpha, many colours, every alpha, greys.
  static let all: [[UInt32]] = [
    [0xFF00_00FF, 0xFF00_FF00], [0xFF00_0000, 0xFFFF_FFFF], [0, 0xFF12_3456, 0xFF65_4321],
    [0x8000_00FF, 0xFF00_FF00, 0xFFFF_0000],
    many { 0xFF00_0000 | $0 * 977 }, many { $0 % 256 == 0 ? 0 : ($0 % 256) << 24 | $0 * 977 },
    many { 0xFF00_0000 | ($0 % 200) * 0x01_0101 },
  ]

  private static func many(_ color: (UInt32) -> UInt32) -> [UInt32] {
    (0..<300).map { color($0) }
  }
}
