internal import Libav

/// What only decoding tells of a video: layouts, matrices and transparency that neither its container
/// nor the headers of its stream name.
extension ClipDemuxer.Facts {
  /// The same, with what the first picture adds; what is known already stays.
  func completed(by picture: Picture) -> ClipDemuxer.Facts {
    var facts = self
    // A look at the file may have come to pictures of another size.
    (facts.width, facts.height) = (picture.width, picture.height)
    if facts.pixelFormat.isEmpty { facts.pixelFormat = picture.formatName }
    facts.isRGB = picture.isRGB
    facts.hasAlphaFormat = hasAlphaFormat || picture.hasAlpha
    facts.color = color.filled(from: picture.colorNames)
    // RFC 6386, 9.2, knows no other matrix; libvpx, which decodes VP8 with alpha, does not say so.
    if codec == "vp8", facts.color.matrix == "unknown" { facts.color.matrix = "smpte170m" }
    return facts
  }

  /// Whether each picture of the codec has a layout of its own, with transparency or without.
  var choosesLayoutOften: Bool {
    [
      "png", "apng", "gif", "tiff", "targa", "bmp", "sgi", "pam", "webp", "jpeg2000", "dpx", "exr",
      "psd",
      "qdraw", "hap", "cfhd", "prores", "magicyuv", "jpegxl",
    ].contains(codec)
  }

  /// Whether the decoder makes pictures of frames that need others than it has, out of gray or of what
  /// was in its memory. Those of codecs whose streams are often cut leave them out.
  var inventsPictures: Bool {
    ![
      "h264", "hevc", "vvc", "av1", "vp8", "vp9", "mpeg1video", "mpeg2video",
    ].contains(codec)
  }
}
