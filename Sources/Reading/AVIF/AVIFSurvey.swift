internal import AnimTiming
internal import Libav
internal import Raster
internal import Stages

/// All that the boxes of an AVIF tell without decoding a pixel.
struct AVIFSurvey {
  /// As stored, before ``crop`` and ``orientation``.
  var size = PixelSize(width: 0, height: 0)
  var colors = AVIFStream()
  /// Nil without alpha.
  var alpha: AVIFStream?
  /// Whether colours were multiplied by alpha.
  var isPremultiplied = false
  /// The part that shows.
  var crop: PixelRect?
  var orientation = PictureOrientation.upright
  /// What the boxes say of the colours; nil where the stream itself does.
  var colorNames: ColorTags.Names?
  /// Primaries and transfer as the boxes say.
  var codePoints: (primaries: Int, transfer: Int)?
  /// The profile, which says more of the colours than code points do.
  var profile: ICCProfile?
  /// How pixels become sRGB; nil where they are.
  var conversion: ColorConversion?
  /// Ticks of each frame; empty for a still picture.
  var durations: [UInt32] = []
  var timebase = Timebase.milliseconds
  /// How often it plays; nil when the file does not say.
  var declaredPlays: LoopCount?
  /// Whether the file has an XMP packet.
  var hasXMP = false
  /// Whether the file has a manifest of C2PA.
  var hasCredentials = false
  var warnings: [ReadingWarning] = []
  /// Where the content of the `meta` box is.
  var metaOffset: Int64 = 0

  /// What the colours are; nil when they are sRGB or nothing is said.
  var colorDescription: ColorDescription? {
    if let profile { return .profile(profile) }
    // Numbers that are not known, or of high dynamic range, are for the decoder to judge.
    guard let (primaries, transfer) = codePoints,
      CodePoint.chromaticities(primaries: primaries) != nil,
      let curve = CodePoint.curve(transfer: transfer), primaries != 1 || curve != .standard
    else { return nil }
    return .codePoints(primaries: primaries, transfer: transfer)
  }

  /// What shows of a picture as it is stored.
  var visible: PixelRect { crop ?? PixelRect(size) }

  /// The same in the words of all formats. A file that does not say how often it plays is played
  /// for ever by browsers.
  func info(byteCount: Int64) -> SourceInfo {
    let canvas = PixelRect(visible.size)
    let frames = (0..<colors.count).map { index in
      var frame = SourceFrame(
        delay: durations.isEmpty
          ? .missing : .declared(ticks: Int64(durations[index]), timebase: timebase),
        rect: canvas, disposal: .keep, blend: .source)
      let places = colors.places(index) + (alpha?.places(index) ?? [])
      frame.byteCount = places.reduce(0) { $0 + Int64($1.count) }
      return frame
    }
    var metadata = SourceMetadata(
      orientation: orientation.isIdentity ? nil : ExifOrientation.value(of: orientation),
      profileName: profile?.name)
    metadata.hasCredentials = hasCredentials
    metadata.hasOtherXMP = hasXMP
    var info = SourceInfo(
      kind: .avif, size: canvas.size, frames: frames,
      plays: declaredPlays ?? (durations.isEmpty ? .plays(1) : .forever),
      declaresPlays: declaredPlays != nil, alpha: alpha == nil ? .absent : .possible,
      defaultPolicy: Self.policy,
      metadata: metadata, byteCount: byteCount, warnings: warnings)
    info.sampleDepth = colors.sampleDepth
    return info
  }

  /// Delays as browsers play them, but for their cutting to whole milliseconds: an AVIF has the exact
  /// times of a video, such as 1001/30000 s, which belong to its files and not to a player's clock.
  private static let policy = DelayPolicy.minimum(
    RationalTime(11, 1000), replacement: RationalTime(100, 1000))
}
