/// 256 colours as RGBA pixels.
///
/// Indices beyond the stored table are opaque black, even without a table, as in both browsers.
struct GIFColorTable {
  /// RGBA in memory order; never 0, which means "draws nothing".
  private(set) var pixels: [UInt32]

  /// - Parameter colors: three bytes per colour, at most 256 colours.
  init(colors: [UInt8]) {
    pixels = Array(repeating: Self.pixel(0, 0, 0), count: 256)
    for index in 0..<min(colors.count / 3, 256) {
      pixels[index] = Self.pixel(
        colors[index * 3], colors[index * 3 + 1], colors[index * 3 + 2])
    }
  }

  /// The table with a transparent index, whose entry is 0.
  func withTransparent(_ index: UInt8) -> GIFColorTable {
    var table = self
    table.pixels[Int(index)] = 0
    return table
  }

  private static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
    (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xff00_0000).littleEndian
  }
}
