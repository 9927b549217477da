internal import Libav
internal import Stages
internal import SystemPackage

extension WritingError {
  /// Maps a failure of a lower-level call to an error of this stage: a full disk is still a full
  /// disk.
  init(_ error: any Error, frame: Int?) {
    switch error {
    case let error as WritingError:
      self = error
    case let error as LibavError:
      if let missing = error.missing {
        self = .libraryMissing(detail: missing.reason, remedy: missing.remedy)
      } else if let number = error.systemErrno, Self.blamesSystem(number) {
        self = .system(operation: error.operation, errno: number)
      } else {
        self = .library(operation: error.operation, message: error.message, frame: frame)
      }
    case let error as Errno:
      self = .system(operation: "write to a temporary file", errno: error.rawValue)
    default:
      self = .library(operation: "write", message: "\(error)", frame: frame)
    }
  }

  /// - Throws: ``WritingError/libraryMissing(detail:remedy:)`` if FFmpeg is not installed.
  static func requireFFmpeg() throws(WritingError) {
    guard let missing = Capabilities.missing else { return }
    throw .libraryMissing(detail: missing.reason, remedy: missing.remedy)
  }

  /// A writing error for any error except a cancellation and one that already says what is wrong.
  static func telling(_ error: any Error, frame: Int?) -> any Error {
    error is CancellationError || error is any StageFailure
      ? error : WritingError(error, frame: frame)
  }

  /// FFmpeg also uses the system's numbers for "invalid argument" and "try again"; those are its
  /// own errors about the data.
  private static func blamesSystem(_ number: Int32) -> Bool {
    number != Errno.invalidArgument.rawValue
      && number != Errno.resourceTemporarilyUnavailable.rawValue
  }
}
