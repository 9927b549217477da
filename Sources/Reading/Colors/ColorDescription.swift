/// An image's description of its colours, if they are not plain sRGB.
enum ColorDescription: Sendable, Hashable {
  /// The profile embedded in the file.
  case profile(ICCProfile)
  /// `gAMA` of a PNG times 100,000, and x and y of white, red, green and blue from `cHRM`, times
  /// 100,000; without `cHRM`, the primaries are those of sRGB.
  case gamma(Int, chromaticities: [Int]?)
  /// Primaries and transfer by ITU-T H.273 number.
  case codePoints(primaries: Int, transfer: Int)

  /// The colours that the code points of an `nclx` box describe; nil for sRGB and for unspecified
  /// colours.
  init?(primaries: Int, transfer: Int) {
    let unspecified = 2
    guard primaries != unspecified, transfer != unspecified,
      primaries != 1 || CodePoint.curve(transfer: transfer) != .standard
    else { return nil }
    self = .codePoints(primaries: primaries, transfer: transfer)
  }

  /// In the terms of the file.
  var name: String {
    switch self {
    case .profile(let profile):
      return profile.name.map { "the profile '\($0)'" } ?? "a profile without a name"
    case .gamma(let gamma, let chromaticities):
      let name = "gamma \(Self.decimal(gamma)) (gAMA)"
      return chromaticities == nil ? name : "\(name) and the primaries of cHRM"
    case .codePoints(let primaries, let transfer):
      return "code points \(primaries)/\(transfer) (cICP)"
    }
  }

  /// The meaning of samples of high dynamic range; nil for other samples, and for primaries that
  /// are not converted.
  var highDynamicRange: LightCoding? {
    guard case .codePoints(let number, let transfer) = self else { return nil }
    let primaries: LightCoding.Primaries
    switch number {
    case 1: primaries = .standard
    case 9: primaries = .bt2020
    case 12: primaries = .displayP3
    default: return nil
    }
    switch transfer {
    case 16: return LightCoding(transfer: .pq, primaries: primaries)
    case 18: return LightCoding(transfer: .hlg, primaries: primaries)
    default: return nil
    }
  }

  /// A number in 1/100,000 as text: 45455 is 0.45455.
  private static func decimal(_ value: Int) -> String {
    var fraction = String(value % 100_000 + 100_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return fraction.isEmpty ? "\(value / 100_000)" : "\(value / 100_000).\(fraction)"
  }
}

/// Primaries and transfers of ITU-T H.273 that can be converted to sRGB.
enum CodePoint {
  /// The curve from samples to light.
  enum Curve: Hashable {
    case standard
    case power(Double)
  }

  /// x and y of white, red, green and blue (H.273, table 2); nil for unassigned numbers and
  /// unsupported primaries.
  static func chromaticities(primaries: Int) -> [Double]? {
    let daylight = [0.3127, 0.3290]
    switch primaries {
    case 1: return daylight + [0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
    case 4: return [0.310, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08]
    case 5: return daylight + [0.64, 0.33, 0.29, 0.60, 0.15, 0.06]
    case 6, 7: return daylight + [0.630, 0.340, 0.310, 0.595, 0.155, 0.070]
    case 9: return daylight + [0.708, 0.292, 0.170, 0.797, 0.131, 0.046]
    case 11: return [0.314, 0.351, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
    case 12: return daylight + [0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
    case 22: return daylight + [0.630, 0.340, 0.295, 0.605, 0.155, 0.077]
    default: return nil
    }
  }

  /// The curve of a transfer (H.273, table 3); nil for high dynamic range and unsupported
  /// transfers.
  ///
  /// Video transfers (1, 6, 14, 15) count as sRGB, as in videos and in Firefox. Chromium uses a
  /// power of 2.4.
  static func curve(transfer: Int) -> Curve? {
    switch transfer {
    case 1, 6, 13, 14, 15: .standard
    case 4: .power(2.2)
    case 5: .power(2.8)
    case 8: .power(1)
    default: nil
    }
  }
}
