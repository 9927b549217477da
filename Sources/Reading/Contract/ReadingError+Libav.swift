internal import Libav
internal import Stages

extension ReadingError {
  /// An FFmpeg error as damage of the file; a missing library is still a missing library.
  init(_ error: LibavError, frame: Int? = nil) {
    if let missing = error.missing {
      self = .libraryMissing(detail: missing.reason, remedy: missing.remedy)
    } else {
      self = .malformed(detail: error.description, frame: frame, byteOffset: nil)
    }
  }
}
