internal import Libav

/// The cropping and the display size of a Matroska track (RFC 9559, 5.1.4.1.28).
struct MatroskaPicture: Hashable {
  private(set) var borders = Picture.Borders(left: 0, top: 0, right: 0, bottom: 0)
  private(set) var width = 0
  private(set) var height = 0
  private var displayWidth = 0
  private var displayHeight = 0
  private var displayUnit = 0

  private enum Name {
    static let segment: UInt32 = 0x1853_8067
    static let cluster: UInt32 = 0x1F43_B675
    static let tracks: UInt32 = 0x1654_AE6B
    static let trackEntry: UInt32 = 0xAE
    static let trackType: UInt32 = 0x83
    static let video: UInt32 = 0xE0
  }

  /// The pictures of every video track, in order; empty if no track is described before the first
  /// picture.
  ///
  /// - Throws: what reading throws.
  static func all(in source: ByteSource) throws -> [MatroskaPicture] {
    var found: [MatroskaPicture] = []
    try EBMLElement.each(in: 0..<source.byteCount, of: source) { outer in
      guard outer.id == Name.segment else { return true }
      try EBMLElement.each(in: outer.content, of: source) { part in
        guard part.id == Name.tracks else { return part.id != Name.cluster }
        found = try tracks(part, source)
        return false
      }
      return false
    }
    return found
  }

  private static func tracks(
    _ tracks: EBMLElement, _ source: ByteSource
  ) throws -> [MatroskaPicture] {
    var found: [MatroskaPicture] = []
    try EBMLElement.each(in: tracks.content, of: source) { track in
      guard track.id == Name.trackEntry else { return true }
      var isVideo = false
      var picture = MatroskaPicture()
      try EBMLElement.each(in: track.content, of: source) { part in
        if part.id == Name.trackType { isVideo = try part.number(in: source) == 1 }
        if part.id == Name.video { picture = try MatroskaPicture(part, source) }
        return true
      }
      if isVideo { found.append(picture) }
      return true
    }
    return found
  }

  private init() {}

  private init(_ video: EBMLElement, _ source: ByteSource) throws {
    try EBMLElement.each(in: video.content, of: source) { part in
      guard let place = Self.places[part.id], let number = try part.number(in: source) else {
        return true
      }
      self[keyPath: place] = Int(clamping: min(number, UInt64(Int32.max)))
      return true
    }
  }

  private static var places: [UInt32: WritableKeyPath<MatroskaPicture, Int>] {
    [
      0xB0: \.width, 0xBA: \.height, 0x54B0: \.displayWidth, 0x54BA: \.displayHeight,
      0x54B2: \.displayUnit, 0x54AA: \.borders.bottom, 0x54BB: \.borders.top,
      0x54CC: \.borders.left, 0x54DD: \.borders.right,
    ]
  }

  /// Whether the borders are not zero and leave some pixels.
  var isCropped: Bool {
    borders != Picture.Borders(left: 0, top: 0, right: 0, bottom: 0) && shownWidth > 0
      && shownHeight > 0
  }

  var shownWidth: Int { width - borders.left - borders.right }
  var shownHeight: Int { height - borders.top - borders.bottom }

  /// The width of a pixel divided by its height. The display size is that of the cropped picture.
  var pixelAspect: Rational {
    // The units 0 to 3 are pixels, lengths and an aspect ratio; a missing size is in pixels.
    guard displayUnit < 4, displayWidth > 0 || displayHeight > 0 else { return Rational(1, 1) }
    let displayed = (
      width: displayWidth > 0 ? displayWidth : shownWidth,
      height: displayHeight > 0 ? displayHeight : shownHeight
    )
    let (across, isWide) = Int64(displayed.width).multipliedReportingOverflow(
      by: Int64(shownHeight))
    let (down, isHigh) = Int64(displayed.height).multipliedReportingOverflow(by: Int64(shownWidth))
    guard !isWide, !isHigh else { return Rational(1, 1) }
    let aspect = Rational(nearest: across, down)
    return aspect.numerator > 0 && aspect.denominator > 0 ? aspect : Rational(1, 1)
  }
}
