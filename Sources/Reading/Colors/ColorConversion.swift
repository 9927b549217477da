internal import CLCMS
internal import Raster
internal import Threads

/// The conversion from the colours that an image file describes to sRGB.
///
/// Wraps Little CMS, and ``LightConversion`` for high dynamic range. Any number of threads may use one at once.
final class ColorConversion: @unchecked Sendable {
  /// The type of an image's samples.
  enum Samples: Hashable, Sendable {
    case gray, rgb
    /// Four samples; 255 means no ink.
    case ink
  }

  /// Immutable after creation.
  private let transform: Transform?
  /// For high dynamic range, which Little CMS does not support.
  private let light: LightConversion?
  /// For grey images, whose samples are repeated in red, green and blue: the colour of each sample.
  private let grays: [UInt32]?

  /// The source colours, to create a conversion for samples of 16 bits.
  private let description: ColorDescription
  /// The conversion for samples of 16 bits; made when it is needed.
  private let wide = GuardedState<WideTransform?>(nil)

  private init(_ transform: Transform, grays: [UInt32]?, _ description: ColorDescription) {
    self.transform = transform
    self.grays = grays
    self.description = description
    light = nil
  }

  private init(_ light: LightConversion, _ description: ColorDescription) {
    self.light = light
    self.description = description
    transform = nil
    grays = nil
  }

  /// Why there is no conversion.
  enum Outcome {
    case converted(ColorConversion)
    /// The colours are sRGB, regardless of the description.
    case standard
    /// A mismatched profile, such as grey for colours; browsers ignore these.
    case unfit
    /// The description is not understood.
    case unknown
    /// Little CMS cannot be opened, for this reason.
    case missing(String)
  }

  /// Finds the conversion of described colours.
  ///
  /// - Complexity: up to 0.1 s for table-based profiles.
  static func find(_ description: ColorDescription, for samples: Samples) -> Outcome {
    if let coding = description.highDynamicRange {
      return .converted(ColorConversion(LightConversion(coding), description))
    }
    if let reason = clcms_open() { return .missing(String(cString: reason)) }
    guard let profile = Profile(description) else { return .unknown }
    let colors = clcms_profile_colors(profile.pointer)
    let isFit =
      switch samples {
      case .gray: colors == CLCMS_GRAY || colors == CLCMS_RGB
      case .rgb: colors == CLCMS_RGB
      case .ink: colors == CLCMS_CMYK
      }
    guard isFit else { return colors == CLCMS_OTHER ? .unknown : .unfit }
    guard let transform = Transform(profile) else { return .unknown }
    guard samples != .ink else {
      return .converted(ColorConversion(transform, grays: nil, description))
    }
    var grays = (0...255).map { 0xFF00_0000 | UInt32($0) * 0x010101 }
    if colors == CLCMS_GRAY {
      transform.apply(Array(0...255 as ClosedRange<UInt8>), to: &grays)
    } else {
      transform.apply(grays, to: &grays)
    }
    if samples == .gray {
      let isStandard = grays.indices.allSatisfy { value in
        Self.isNear(grays[value], 0xFF00_0000 | UInt32(value) * 0x010101)
      }
      return isStandard
        ? .standard : .converted(ColorConversion(transform, grays: grays, description))
    }
    return isStandard(transform)
      ? .standard : .converted(ColorConversion(transform, grays: nil, description))
  }

  /// Whether sRGB stays unchanged except for rounding.
  ///
  /// Tests 17 x 17 x 17 colours, including every grey that is a multiple of 15 and all corners, and
  /// all greys.
  private static func isStandard(_ transform: Transform) -> Bool {
    let steps = (0..<17).map { UInt32($0 * 255 / 16) }
    var colors = (0...255).map { 0xFF00_0000 | UInt32($0) * 0x010101 }
    for red in steps {
      for green in steps {
        for blue in steps { colors.append(0xFF00_0000 | blue << 16 | green << 8 | red) }
      }
    }
    var converted = colors
    transform.apply(colors, to: &converted)
    return zip(colors, converted).allSatisfy(isNear)
  }

  private static func isNear(_ one: UInt32, _ other: UInt32) -> Bool {
    [UInt32(0), 8, 16].allSatisfy { shift in
      abs(Int(one >> shift & 255) - Int(other >> shift & 255)) <= 1
    }
  }

  /// Converts straight RGBA in place; alpha is unchanged. Not for ink.
  func convert(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if let light { return light.convert(row, count) }
    guard let grays else { transform?.apply(row, to: row, count); return }
    for x in 0..<count { row[x] = row[x] & 0xFF00_0000 | grays[Int(row[x] & 255)] & 0x00FF_FFFF }
  }

  /// Converts samples of 16 bits in place; alpha stays. Not for ink.
  func convert(_ pixels: inout [WidePicture.Pixel]) {
    if let light { return light.convert(&pixels) }
    let transform = wide.withLock { made in
      if made == nil { made = WideTransform(description) }
      return made
    }
    transform?.apply(to: &pixels)
  }

  /// Converts ink, four samples per pixel, to opaque RGBA.
  func convert(
    ink: UnsafePointer<UInt8>, to row: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    row.update(repeating: 0xFF00_0000, count: count)
    transform?.apply(ink, to: row, count)
  }
}

/// Owns a Little CMS profile.
private struct Profile: ~Copyable {
  let pointer: UnsafeMutableRawPointer

  /// Nil if Little CMS does not understand it.
  init?(_ description: ColorDescription) {
    let made: UnsafeMutableRawPointer?
    switch description {
    case .profile(let profile):
      made = profile.bytes.withUnsafeBufferPointer { clcms_profile($0.baseAddress, $0.count) }
    case .gamma(let gamma, let chromaticities):
      let points = chromaticities?.map { Double($0) / 100_000 }
      made = clcms_rgb_profile(
        points ?? CodePoint.chromaticities(primaries: 1)!, Int32(CLCMS_CURVE_POWER),
        100_000 / Double(gamma))
    case .codePoints(let primaries, let transfer):
      guard let points = CodePoint.chromaticities(primaries: primaries),
        let curve = CodePoint.curve(transfer: transfer)
      else { return nil }
      switch curve {
      case .standard: made = clcms_rgb_profile(points, Int32(CLCMS_CURVE_SRGB), 0)
      case .power(let exponent):
        made = clcms_rgb_profile(points, Int32(CLCMS_CURVE_POWER), exponent)
      }
    }
    guard let made else { return nil }
    pointer = made
  }

  deinit { clcms_profile_free(pointer) }
}

/// The way from samples of 16 bits that a profile describes to sRGB.
private final class WideTransform: Sendable {
  private let transform: Transform
  private let isGray: Bool

  init?(_ description: ColorDescription) {
    guard let profile = Profile(description), let transform = Transform(wide: profile) else {
      return nil
    }
    self.transform = transform
    isGray = clcms_profile_colors(profile.pointer) == CLCMS_GRAY
  }

  func apply(to pixels: inout [WidePicture.Pixel]) {
    let count = pixels.count
    guard isGray else {
      return pixels.withUnsafeMutableBufferPointer {
        transform.apply($0.baseAddress!, toWide: $0.baseAddress!, count)
      }
    }
    let grays = pixels.map(\.x)
    var colors = [WidePicture.Pixel](repeating: .zero, count: count)
    colors.withUnsafeMutableBufferPointer { transform.apply(grays, toWide: $0.baseAddress!, count) }
    for index in 0..<count {
      colors[index].w = pixels[index].w
    }
    pixels = colors
  }
}

/// Owner of a transform of Little CMS.
private final class Transform: @unchecked Sendable {
  private let pointer: UnsafeMutableRawPointer

  /// Nil if the profile lacks required parts.
  init?(_ profile: borrowing Profile) {
    guard let made = clcms_transform(profile.pointer) else { return nil }
    pointer = made
  }

  /// Creates a transform for samples of 16 bits.
  init?(wide profile: borrowing Profile) {
    guard let made = clcms_wide_transform(profile.pointer) else { return nil }
    pointer = made
  }

  deinit { clcms_transform_free(pointer) }

  /// Wraps `clcms_transform_apply`, for samples of 16 bits.
  func apply(
    _ from: UnsafeRawPointer, toWide to: UnsafeMutablePointer<WidePicture.Pixel>, _ count: Int
  ) {
    clcms_transform_apply(pointer, from, to, count)
  }

  /// Wraps `clcms_transform_apply`.
  func apply(_ from: UnsafeRawPointer, to: UnsafeMutablePointer<UInt32>, _ count: Int) {
    clcms_transform_apply(pointer, from, to, count)
  }

  func apply<Pixel>(_ from: [Pixel], to: inout [UInt32]) {
    from.withUnsafeBytes { from in
      to.withUnsafeMutableBufferPointer { to in
        apply(from.baseAddress!, to: to.baseAddress!, to.count)
      }
    }
  }
}
