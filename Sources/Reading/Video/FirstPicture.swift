internal import Libav

/// The stored size of a picture and its pixel aspect; nil if it states none.
struct PictureShape {
  let width: Int
  let height: Int
  let pixelAspect: Rational?

  init(_ picture: Picture) {
    (width, height, pixelAspect) = (picture.width, picture.height, picture.pixelAspect)
  }
}

/// Facts about a video that only decoding reveals: layouts, matrices and transparency that neither
/// its container nor the headers of its stream state.
extension ClipDemuxer.Facts {
  /// The same facts, completed from the first picture; known facts stay.
  func completed(by picture: Picture) -> ClipDemuxer.Facts {
    var facts = self
    // FFmpeg's analysis may have reached pictures of another size.
    (facts.width, facts.height) = (picture.width, picture.height)
    if facts.pixelFormat.isEmpty { facts.pixelFormat = picture.formatName }
    facts.isRGB = picture.isRGB
    facts.hasAlphaFormat = hasAlphaFormat || picture.hasAlpha
    facts.color = color.filled(from: picture.colorNames)
    // VP8 has no other matrix (RFC 6386, 9.2); libvpx, which decodes VP8 with alpha, does not
    // report it.
    if codec == "vp8", facts.color.matrix == "unknown" { facts.color.matrix = "smpte170m" }
    return facts
  }

  /// Whether pictures of the codec can differ in layout, with or without transparency.
  var choosesLayoutOften: Bool {
    [
      "png", "apng", "gif", "tiff", "targa", "bmp", "sgi", "pam", "webp", "jpeg2000", "dpx", "exr",
      "psd",
      "qdraw", "hap", "cfhd", "prores", "magicyuv", "jpegxl",
    ].contains(codec)
  }

  /// The frames at the start of a stream that are decoded to pictures that are not in the file.
  var inventedPictures: InventedPictures {
    switch codec {
    case "h264", "av1", "vp8", "vp9", "mpeg1video", "mpeg2video": .none
    case "hevc", "vvc": .storedBeforeKey
    default: .shownBeforeKey
    }
  }
}

/// How a decoder handles frames whose references are missing: some decoders decode them from grey,
/// or from previous memory contents.
enum InventedPictures {
  /// The decoder skips such frames, as decoders do for codecs whose streams are often cut.
  case none
  /// Frames stored before the first key frame. Frames stored after it that need earlier ones are
  /// skipped, and the others that are shown before it are complete.
  case storedBeforeKey
  /// All frames that are shown before the first key frame.
  case shownBeforeKey

  /// The number of frames at the start with invented pictures.
  func count(_ survey: VideoSurvey) -> Int {
    if survey.startsAfterKey { return 0 }
    return switch self {
    case .none: 0
    case .storedBeforeKey: survey.framesBeforeKey
    case .shownBeforeKey: survey.isKey.firstIndex(of: true) ?? 0
    }
  }
}
