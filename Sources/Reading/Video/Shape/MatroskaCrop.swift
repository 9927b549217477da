internal import Libav
internal import Messages

/// The borders of Matroska that are cut off the pictures of a video, as browsers and FFmpeg's players do.
struct MatroskaCrop {
  private let picture: MatroskaPicture

  /// - Parameter facts: of the video that is read.
  /// - Returns: nil where nothing is cut off.
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

  /// What is known of the video, of its pictures without the borders.
  func applied(to facts: ClipDemuxer.Facts) -> ClipDemuxer.Facts {
    var facts = facts
    (facts.width, facts.height) = (picture.shownWidth, picture.shownHeight)
    facts.pixelAspect = picture.pixelAspect
    return facts
  }

  /// Cuts the borders off a decoded picture; one of another size than the file names stays as it is.
  func apply(to decoded: Picture) throws(LibavError) {
    guard decoded.width == picture.width, decoded.height == picture.height else { return }
    try decoded.crop(picture.borders)
  }

  var note: Message {
    "cut to \(picture.shownWidth)x\(picture.shownHeight) of \(picture.width)x\(picture.height), as the "
      + "file says"
  }
}
