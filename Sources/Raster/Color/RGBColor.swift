/// An opaque sRGB colour.
public struct RGBColor: Hashable, Sendable {
  /// From 0 to 255.
  public var red: UInt8
  /// From 0 to 255.
  public var green: UInt8
  /// From 0 to 255.
  public var blue: UInt8

  /// A colour, each part from 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Full light.
  public static let white = RGBColor(red: 255, green: 255, blue: 255)
  /// No light.
  public static let black = RGBColor(red: 0, green: 0, blue: 0)

  /// - Parameter text: `#rgb`, `#rrggbb` or one of the 16 basic colour names of CSS, in any case.
  public init?(_ text: String) {
    let text = text.lowercased()
    if let code = Self.basicNames[text] {
      self.init(code: code)
      return
    }
    guard text.hasPrefix("#") else { return nil }
    let digits = text.utf8.dropFirst().compactMap(Self.hexDigit)
    guard digits.count == text.utf8.count - 1 else { return nil }
    switch digits.count {
    case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6:
      self.init(
        red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3],
        blue: digits[4] << 4 | digits[5])
    default: return nil
    }
  }

  private init(code: UInt32) {
    self.init(
      red: UInt8(code >> 16 & 255), green: UInt8(code >> 8 & 255), blue: UInt8(code & 255))
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The names that ``init(_:)`` reads, sorted.
  package static let names = basicNames.keys.sorted()

  /// CSS Color Module Level 4, section 6.1: the names that HTML 4 already had.
  private static let basicNames: [String: UInt32] = [
    "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "white": 0xFFFFFF,
    "maroon": 0x800000, "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF,
    "green": 0x008000, "lime": 0x00FF00, "olive": 0x808000, "yellow": 0xFFFF00,
    "navy": 0x000080, "blue": 0x0000FF, "teal": 0x008080, "aqua": 0x00FFFF,
  ]
}

extension RGBColor: LosslessStringConvertible {
  /// As `#rrggbb`.
  public var description: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
