internal import Libav
internal import Stages

extension ReadingError {
  /// What FFmpeg failed with, as damage of the file; a missing library stays a missing library.
  init(_ error: LibavError, frame: Int? = nil) {
    if let missing = error.missing {
      self = .libraryMissing(detail: missing.reason, remedy: missing.remedy)
    } else {
      self = .malformed(detail: error.description, frame: frame, byteOffset: nil)
    }
  }
}
