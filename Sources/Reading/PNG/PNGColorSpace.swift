/// The colours in the chunks of a PNG, in order of precedence (PNG specification, third edition,
/// section 4.3): `cICP`, `iCCP`, `sRGB`, then `gAMA` and `cHRM`.
///
/// Files without them are sRGB. Damaged or unknown descriptions are skipped in favour of the next
/// one, as in browsers.
struct PNGColorSpace {
  /// `gAMA` of an sRGB image, times 100,000: 1/2.2, with the tolerance of 5 % that libpng, and thus
  /// browsers, use.
  static let standardGamma = 43_200...47_750

  private var saysStandard = false
  private var profile: ICCProfile?
  private var codePoints: [UInt8]?
  private var gamma: Int?
  private var chromaticities: [Int]?

  /// Processes a chunk; ignores chunks that do not concern colours or are too short.
  ///
  /// - Parameter maxProfileBytes: the largest size of a decompressed profile.
  mutating func take(_ type: PNGChunkType, _ content: [UInt8], maxProfileBytes: Int) {
    switch type {
    case .standardRGB: saysStandard = true
    case .profile:
      // A name, its terminator and the compression method, which is 0.
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

  /// The colours; nil for sRGB or without a description.
  var description: ColorDescription? {
    // The third number is the matrix, which must be that of RGB. The fourth is the range; browsers
    // assume full range in any case. 2 means unknown.
    if let codePoints, codePoints[2] == 0, codePoints[0] != 2, codePoints[1] != 2 {
      if codePoints.starts(with: [1, 13]) { return nil }
      return .codePoints(primaries: Int(codePoints[0]), transfer: Int(codePoints[1]))
    }
    if let profile { return .profile(profile) }
    // Browsers ignore primaries without a transfer.
    guard !saysStandard, let gamma, gamma > 0 else { return nil }
    if let chromaticities { return .gamma(gamma, chromaticities: chromaticities) }
    return Self.standardGamma.contains(gamma) ? nil : .gamma(gamma, chromaticities: nil)
  }
}

extension String {
  /// Text in ISO 8859-1: every byte is a character.
  init(latin1 bytes: some Sequence<UInt8>) {
    self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
