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

  /// Which frames at the start of a stream have pictures that are not in the file.
  var inventedPictures: InventedPictures {
    switch codec {
    case "h264", "av1", "vp8", "vp9", "mpeg1video", "mpeg2video": .none
    case "hevc", "vvc": .storedBeforeKey
    default: .shownBeforeKey
    }
  }
}

/// Of which frames decoders make pictures though others are missing that these need: out of gray, or of
/// what was in their memory.
enum InventedPictures {
  /// Of none: the decoder leaves them out, as those of codecs do whose streams are often cut.
  case none
  /// Of those that are stored before the first key frame. Those behind it that need what came before are
  /// left out, and the others that show before it are whole.
  case storedBeforeKey
  /// Of all that show before the first key frame.
  case shownBeforeKey

  /// How many frames at the start have no picture to believe.
  func count(_ survey: VideoSurvey) -> Int {
    switch self {
    case .none: 0
    case .storedBeforeKey: survey.framesBeforeKey
    case .shownBeforeKey: survey.isKey.firstIndex(of: true) ?? 0
    }
  }
}
