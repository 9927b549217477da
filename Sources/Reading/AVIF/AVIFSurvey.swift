internal import AnimTiming
internal import Libav
internal import Raster
internal import Stages

/// Everything in the boxes of an AVIF, without decoding pixels.
struct AVIFSurvey {
  /// The stored size, before ``crop`` and ``orientation``.
  var size = PixelSize(width: 0, height: 0)
  var colors = AVIFStream()
  /// Nil without alpha.
  var alpha: AVIFStream?
  /// Whether colours are premultiplied.
  var isPremultiplied = false
  /// The visible part.
  var crop: PixelRect?
  var orientation = PictureOrientation.upright
  /// The colours according to the boxes; nil if the stream decides.
  var colorNames: ColorTags.Names?
  /// Primaries and transfer according to the boxes.
  var codePoints: (primaries: Int, transfer: Int)?
  /// The profile, which is more specific than code points.
  var profile: ICCProfile?
  /// The conversion of pixels to sRGB; nil if they are sRGB.
  var conversion: ColorConversion?
  /// Ticks of each frame; empty for a still image.
  var durations: [UInt32] = []
  var timebase = Timebase.milliseconds
  /// The loop count; nil if the file has none.
  var declaredPlays: LoopCount?
  /// Whether the file has an XMP packet.
  var hasXMP = false
  /// Whether the file has a manifest of C2PA.
  var hasCredentials = false
  var warnings: [ReadingWarning] = []
  /// The content of the `meta` box.
  var metaOffset: Int64 = 0

  /// The colours; nil for sRGB or without a description.
  var colorDescription: ColorDescription? {
    if let profile { return .profile(profile) }
    // The decoder judges unknown numbers and those of high dynamic range.
    guard let (primaries, transfer) = codePoints,
      CodePoint.chromaticities(primaries: primaries) != nil,
      let curve = CodePoint.curve(transfer: transfer), primaries != 1 || curve != .standard
    else { return nil }
    return .codePoints(primaries: primaries, transfer: transfer)
  }

  /// The visible part of a stored image.
  var visible: PixelRect { crop ?? PixelRect(size) }

  /// The same survey in the general form. Browsers play a file without a loop count forever.
  func info(byteCount: Int64) -> SourceInfo {
    let canvas = PixelRect(visible.size)
    let frames = (0..<colors.count).map { index in
      var frame = SourceInfo.Frame(
        delay: durations.isEmpty
          ? .missing : .declared(ticks: Int64(durations[index]), timebase: timebase),
        rect: canvas, disposal: .keep, blend: .source)
      let places = colors.places(index) + (alpha?.places(index) ?? [])
      frame.byteCount = places.reduce(0) { $0 + Int64($1.count) }
      return frame
    }
    var metadata = SourceInfo.Metadata(
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

  /// Delays as browsers play them, but not truncated to milliseconds: an AVIF has the exact times
  /// of a video, such as 1001/30000 s, which belong to the file rather than to a player's clock.
  private static let policy = DelayPolicy.minimum(
    RationalTime(11, 1000), replacement: RationalTime(100, 1000))
}
