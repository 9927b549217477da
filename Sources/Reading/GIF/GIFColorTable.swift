/// 256 colours ready to be stored as RGBA pixels.
///
/// Indices above the table that the file holds are opaque black, also when it holds none (both
/// browsers draw so).
struct GIFColorTable {
  /// RGBA in memory order; never 0, which stands for "draws nothing".
  private(set) var pixels: [UInt32]

  /// - Parameter colors: three bytes a colour, at most 256 colours.
  init(colors: [UInt8]) {
    pixels = Array(repeating: Self.pixel(0, 0, 0), count: 256)
    for index in 0..<min(colors.count / 3, 256) {
      pixels[index] = Self.pixel(
        colors[index * 3], colors[index * 3 + 1], colors[index * 3 + 2])
    }
  }

  /// The table in which one index draws nothing: its entry is 0.
  func withTransparent(_ index: UInt8) -> GIFColorTable {
    var table = self
    table.pixels[Int(index)] = 0
    return table
  }

  private static func pixel(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
    (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xff00_0000).littleEndian
  }
}
