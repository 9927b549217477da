internal import Libav
internal import Messages

/// The borders that a Matroska file crops from its pictures, as browsers and FFmpeg's players do.
struct MatroskaCrop {
  private let picture: MatroskaPicture

  /// - Parameter facts: of the selected video.
  /// - Returns: nil if nothing is cropped.
  /// - Throws: what reading throws.
  init?(of source: ByteSource, _ format: VideoFileFormat, _ facts: ClipDemuxer.Facts) throws {
    guard format == .matroska else { return nil }
    let all = try MatroskaPicture.all(in: source)
    guard all.count == facts.videos.count else { return nil }
    picture = all[facts.number]
    guard picture.isCropped, picture.width == facts.width, picture.height == facts.height else {
      return nil
    }
  }

  /// The facts about the video, adjusted for its cropped pictures.
  func applied(to facts: ClipDemuxer.Facts) -> ClipDemuxer.Facts {
    var facts = facts
    (facts.width, facts.height) = (picture.shownWidth, picture.shownHeight)
    facts.pixelAspect = picture.pixelAspect
    return facts
  }

  /// Crops a decoded picture; one whose size differs from the file's stays unchanged.
  func apply(to decoded: Picture) throws(LibavError) {
    guard decoded.width == picture.width, decoded.height == picture.height else { return }
    try decoded.crop(picture.borders)
  }

  var note: ConversionMessage {
    "cut to \(picture.shownWidth)x\(picture.shownHeight) of \(picture.width)x\(picture.height), as the "
      + "file says"
  }
}
