/// What the chunks of a PNG say of its colours, in the order in which they count (PNG
/// specification, third edition, section 4.3): `cICP`, `iCCP`, `sRGB`, then `gAMA` and `cHRM`.
///
/// Files that say nothing are sRGB. What is damaged, or says what nobody knows, is passed over for
/// what counts less, as in browsers.
struct PNGColorSpace {
  /// `gAMA` of an sRGB picture, times 100,000: 1/2.2, with the 5 % that libpng, and with it
  /// browsers, allow before a difference counts as visible.
  static let standardGamma = 43_200...47_750

  private var saysStandard = false
  private var profile: ICCProfile?
  private var codePoints: [UInt8]?
  private var gamma: Int?
  private var chromaticities: [Int]?

  /// Takes in a chunk; does nothing for one that does not concern colours or is too short.
  ///
  /// - Parameter maxProfileBytes: of a profile once it is inflated.
  mutating func take(_ type: PNGChunkType, _ content: [UInt8], maxProfileBytes: Int) {
    switch type {
    case .standardRGB: saysStandard = true
    case .profile:
      // A name, its end and the number of the compression, which is 0.
      guard let end = content.firstIndex(of: 0), end + 2 <= content.count, content[end + 1] == 0
      else { return }
      profile =
        profile
        ?? ZlibStream.inflate(content[(end + 2)...], atMost: maxProfileBytes)
        .flatMap { ICCProfile($0) }
    case .codePoints: if content.count >= 4 { codePoints = Array(content.prefix(4)) }
    case .gamma: if content.count >= 4 { gamma = Int(content.bigEndianWord32(at: 0)) }
    case .chromaticities:
      if content.count >= 32 {
        chromaticities = (0..<8).map { Int(content.bigEndianWord32(at: 4 * $0)) }
      }
    default: break
    }
  }

  var profileName: String? { profile?.name }

  /// What the colours are; nil when they are sRGB or nothing is said.
  var description: ColorDescription? {
    // The third number is the matrix, which has to be that of RGB. The fourth would be the range,
    // and browsers take all values for it whatever it says. 2 stands for what is not known.
    if let codePoints, codePoints[2] == 0, codePoints[0] != 2, codePoints[1] != 2 {
      if codePoints.starts(with: [1, 13]) { return nil }
      return .codePoints(primaries: Int(codePoints[0]), transfer: Int(codePoints[1]))
    }
    if let profile { return .profile(profile) }
    // Primaries alone say nothing in browsers.
    guard !saysStandard, let gamma, gamma > 0 else { return nil }
    if let chromaticities { return .gamma(gamma, chromaticities: chromaticities) }
    return Self.standardGamma.contains(gamma) ? nil : .gamma(gamma, chromaticities: nil)
  }
}

extension String {
  /// Text in ISO 8859-1, in which every byte is a character.
  init(latin1 bytes: some Sequence<UInt8>) {
    self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
