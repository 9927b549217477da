/// An image in sixels (DEC STD 070): bands of six rows. In each band, every colour has a line of
/// characters whose bits are its pixels.
///
/// Colours come from a cube of 6 x 7 x 6 with ordered dithering; transparent pixels are left
/// unchanged.
enum SixelImage {
  private static let levels = (red: 6, green: 7, blue: 6)

  /// Thresholds of the 4 x 4 dithering, in sixteenths.
  private static let thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  static func text(_ picture: SmallPicture) -> String {
    // Pixels are square, and undrawn pixels stay unchanged.
    var text = "\u{1B}P0;1q\"1;1;\(picture.width);\(picture.height)"
    var defined: Set<Int> = []
    for top in stride(from: 0, to: picture.height, by: 6) {
      if top > 0 { text += "-" }
      var isFirst = true
      for (color, line) in band(of: picture, from: top).sorted(by: { $0.key < $1.key }) {
        if !isFirst { text += "$" }
        isFirst = false
        if defined.insert(color).inserted { text += definition(of: color) }
        text += "#\(color)" + runs(line)
      }
    }
    return text + "\u{1B}\\"
  }

  /// For each colour of a band, six bits per column.
  private static func band(of picture: SmallPicture, from top: Int) -> [Int: [UInt8]] {
    var lines: [Int: [UInt8]] = [:]
    for row in 0..<min(6, picture.height - top) {
      for x in 0..<picture.width {
        guard let pixel = picture[x, top + row] else { continue }
        let color = number(of: pixel, x, top + row)
        lines[color, default: [UInt8](repeating: 0, count: picture.width)][x] |= 1 << UInt8(row)
      }
    }
    return lines
  }

  private static func number(of pixel: SmallPicture.Color, _ x: Int, _ y: Int) -> Int {
    let threshold = 2 * thresholds[y % 4 * 4 + x % 4] + 1
    func level(_ value: UInt8, _ count: Int) -> Int {
      // In 32nds of a level.
      let exact = Int(value) * (count - 1) * 32 / 255
      return min(exact / 32 + (exact % 32 >= threshold ? 1 : 0), count - 1)
    }
    return
      (level(pixel.red, levels.red) * levels.green + level(pixel.green, levels.green)) * levels.blue
      + level(pixel.blue, levels.blue)
  }

  /// `#3;2;0;17;60`: shares of red, green and blue in hundredths.
  private static func definition(of color: Int) -> String {
    func share(_ level: Int, _ count: Int) -> Int { (level * 200 + count - 1) / (2 * (count - 1)) }
    let blue = share(color % levels.blue, levels.blue)
    let green = share(color / levels.blue % levels.green, levels.green)
    let red = share(color / levels.blue / levels.green, levels.red)
    return "#\(color);2;\(red);\(green);\(blue)"
  }

  /// The characters of a line; runs of more than three are counted: `!12~`.
  private static func runs(_ line: [UInt8]) -> String {
    var text = ""
    // Empty columns at the end are omitted.
    var rest = line[..<((line.lastIndex { $0 != 0 } ?? -1) + 1)]
    while let bits = rest.first {
      let count = rest.prefix { $0 == bits }.count
      let character = String(UnicodeScalar(63 + bits))
      text += count > 3 ? "!\(count)\(character)" : String(repeating: character, count: count)
      rest = rest.dropFirst(count)
    }
    return text
  }
}
