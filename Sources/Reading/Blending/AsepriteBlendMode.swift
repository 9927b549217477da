/// How a layer's colours are blended with those below, by the file's numbers.
enum AsepriteBlendMode: Int {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight
  case softLight, difference, exclusion, hue, saturation, color, luminosity, addition, subtract
  case divide

  /// The names in the data of a sheet, in the order of the numbers.
  private static let names = [
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "color_dodge", "color_burn",
    "hard_light", "soft_light", "difference", "exclusion", "hsl_hue", "hsl_saturation",
    "hsl_color", "hsl_luminosity", "addition", "subtract", "divide",
  ]

  /// Nil for an unknown name.
  init?(name: String) {
    guard let number = Self.names.firstIndex(of: name) else { return nil }
    self.init(rawValue: number)
  }

  /// The blended colour of `source` and the one below; alpha is unchanged.
  func mix(_ below: AsepriteColor, _ source: AsepriteColor) -> AsepriteColor {
    switch self {
    case .normal: source
    case .hue, .saturation, .color, .luminosity: mixHue(below, source)
    default: source.channels(below) { mix(below: $1, source: $0) }
    }
  }

  /// One channel, 0 to 255.
  private func mix(below: Int32, source: Int32) -> Int32 {
    switch self {
    case .multiply: scaled(below, source)
    case .screen: Self.screen(below, source)
    case .overlay: Self.hardLight(source, below)
    case .hardLight: Self.hardLight(below, source)
    case .darken: min(below, source)
    case .lighten: max(below, source)
    case .colorDodge: Self.dodge(below, source)
    case .colorBurn: Self.burn(below, source)
    case .softLight: Self.softLight(below, source)
    case .difference: abs(below - source)
    case .exclusion: below + source - 2 * scaled(below, source)
    case .addition: min(below + source, 255)
    case .subtract: max(below - source, 0)
    case .divide: below == 0 ? 0 : below >= source ? 255 : quotient(below, source)
    case .normal, .hue, .saturation, .color, .luminosity: source
    }
  }

  private static func screen(_ below: Int32, _ source: Int32) -> Int32 {
    below + source - scaled(below, source)
  }

  private static func hardLight(_ below: Int32, _ source: Int32) -> Int32 {
    source < 128 ? scaled(below, source << 1) : screen(below, (source << 1) - 255)
  }

  private static func dodge(_ below: Int32, _ source: Int32) -> Int32 {
    if below == 0 { return 0 }
    let inverse = 255 - source
    return below >= inverse ? 255 : quotient(below, inverse)
  }

  private static func burn(_ below: Int32, _ source: Int32) -> Int32 {
    if below == 255 { return 255 }
    let inverse = 255 - below
    return inverse >= source ? 0 : 255 - quotient(inverse, source)
  }

  private static func softLight(_ below: Int32, _ source: Int32) -> Int32 {
    let (b, s) = (Double(below) / 255, Double(source) / 255)
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    let mixed = s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
    return Int32(mixed * 255 + 0.5)
  }

  /// The modes that combine hue, saturation or luminosity of one colour with the rest of the other.
  private func mixHue(_ below: AsepriteColor, _ source: AsepriteColor) -> AsepriteColor {
    let (b, s) = (AsepriteHue(below), AsepriteHue(source))
    let mixed =
      switch self {
      case .hue: s.withSaturation(b.saturation).withLuminosity(b.luminosity)
      case .saturation: b.withSaturation(s.saturation).withLuminosity(b.luminosity)
      case .color: s.withLuminosity(b.luminosity)
      default: b.withLuminosity(s.luminosity)
      }
    return mixed.color(alpha: source.alpha)
  }
}

/// A colour with components from 0 to 1, as the hue, saturation and luminosity modes need.
private struct AsepriteHue {
  let red: Double
  let green: Double
  let blue: Double

  init(_ color: AsepriteColor) {
    self.init(Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }

  private init(_ red: Double, _ green: Double, _ blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  private var least: Double { min(red, min(green, blue)) }
  private var most: Double { max(red, max(green, blue)) }
  var saturation: Double { most - least }
  var luminosity: Double { 0.3 * red + 0.59 * green + 0.11 * blue }

  private func map(_ change: (Double) -> Double) -> AsepriteHue {
    AsepriteHue(change(red), change(green), change(blue))
  }

  /// Grey has none and becomes black.
  func withSaturation(_ wanted: Double) -> AsepriteHue {
    let (low, high) = (least, most)
    return high > low ? map { ($0 - low) * wanted / (high - low) } : map { _ in 0 }
  }

  func withLuminosity(_ wanted: Double) -> AsepriteHue {
    let difference = wanted - luminosity
    return map { $0 + difference }.clipped
  }

  /// Moves it towards its own grey until it is a valid colour.
  private var clipped: AsepriteHue {
    let (gray, low, high) = (luminosity, least, most)
    var color = self
    if low < 0 { color = color.map { gray + ($0 - gray) * gray / (gray - low) } }
    if high > 1 { color = color.map { gray + ($0 - gray) * (1 - gray) / (high - gray) } }
    return color
  }

  /// Truncated, not rounded. NaN becomes 0.
  func color(alpha: Int32) -> AsepriteColor {
    func whole(_ value: Double) -> Int32 { value > 0 ? Int32(min(255, 255 * value)) : 0 }
    return AsepriteColor(red: whole(red), green: whole(green), blue: whole(blue), alpha: alpha)
  }
}
