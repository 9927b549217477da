/// What the chunks of a PNG say of its colours, in the order in which they count (PNG
/// specification, third edition, section 4.3): `cICP`, `iCCP`, `sRGB`, then `gAMA` and `cHRM`.
///
/// Colours are handed out as they are stored and taken for sRGB. That is right for files that say
/// nothing, which nearly all do, and for those that say sRGB in one of these ways. Browsers convert
/// the others; here a warning names what the colours are, and no profile is ever inflated.
struct PNGColorSpace {
  /// `gAMA` of an sRGB picture, times 100,000: 1/2.2, with the 5 % that libpng allows before a
  /// difference counts as visible.
  private static let standardGamma = 43_200...47_750
  /// `cHRM` of sRGB: x and y of white, red, green and blue, times 100,000.
  private static let standardChromaticities = [
    31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000,
  ]
  private static let chromaticityTolerance = 1_000

  private var saysStandard = false
  private var profileName: String?
  private var codePoints: [UInt8]?
  private var gamma: Int?
  private var chromaticities: [Int]?

  /// Takes in a chunk; does nothing for one that does not concern colours or is too short.
  ///
  /// - Parameter prefix: the content, or its first ``prefixBytes`` bytes.
  mutating func take(_ type: PNGChunkType, prefix: [UInt8]) {
    switch type {
    case .standardRGB: saysStandard = true
    case .profile:
      let name = prefix.prefix { $0 != 0 }
      if name.count < prefix.count { profileName = String(latin1: name) }
    case .codePoints: if prefix.count >= 4 { codePoints = Array(prefix.prefix(4)) }
    case .gamma: if prefix.count >= 4 { gamma = Int(prefix.bigEndianWord32(at: 0)) }
    case .chromaticities:
      if prefix.count >= 32 {
        chromaticities = (0..<8).map { Int(prefix.bigEndianWord32(at: 4 * $0)) }
      }
    default: break
    }
  }

  /// How many bytes of a chunk ``take(_:prefix:)`` looks at: the longest profile name and its end.
  static let prefixBytes = 80

  /// What the colours are when they are not sRGB; nil when they are or nothing is said.
  var foreignName: String? {
    if let codePoints {
      // BT.709 primaries, sRGB transfer, RGB, full range: sRGB (ITU-T H.273).
      if codePoints == [1, 13, 0, 1] { return nil }
      let points = codePoints.prefix(3).map(String.init).joined(separator: "/")
      return "code points \(points) (cICP)"
    }
    if let profileName {
      return profileName.contains("sRGB") ? nil : "the profile '\(profileName)' (iCCP)"
    }
    if saysStandard { return nil }
    var names: [String] = []
    if let gamma, !Self.standardGamma.contains(gamma) {
      names.append("gamma \(Self.decimal(gamma)) (gAMA)")
    }
    if let chromaticities,
      zip(chromaticities, Self.standardChromaticities)
        .contains(where: { abs($0 - $1) > Self.chromaticityTolerance })
    {
      names.append("primaries other than those of sRGB (cHRM)")
    }
    return names.isEmpty ? nil : names.joined(separator: " and ")
  }

  /// A number of 1/100,000 as people write it: 45455 is 0.45455.
  private static func decimal(_ value: Int) -> String {
    var fraction = String(value % 100_000 + 100_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return fraction.isEmpty ? "\(value / 100_000)" : "\(value / 100_000).\(fraction)"
  }
}

extension String {
  /// Text in ISO 8859-1, in which every byte is a character.
  init(latin1 bytes: some Sequence<UInt8>) {
    self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
