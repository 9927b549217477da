package import Messages

/// Why an output cannot be written.
package enum WritingError: Error, Sendable, Hashable {
  /// A system call failed with this `errno`.
  case system(operation: String, errno: Int32)
  /// A call of a codec or container library failed.
  case library(operation: String, message: String, frame: Int?)
  /// This FFmpeg has no such encoder or container.
  case encoderMissing(name: String, available: [String])
  /// A library that the output needs is not installed.
  case libraryMissing(detail: String, remedy: String)
  /// This container or codec cannot meet the request.
  case unsupported(detail: String, remedy: ConversionMessage?)
  /// The encoder cannot encode a picture of this size.
  case pictureSize(detail: String, remedy: ConversionMessage)
  /// A frame of the input is longer than the container can store.
  case frameDuration(detail: String, remedy: ConversionMessage)
  /// A frame of the output, counted from 0, is not what it was when the frames were examined.
  case otherFrame(Int)
}

extension WritingError {
  /// The remedy for a size if there is no other.
  package static let shrinking: ConversionMessage = "shrink it with \(.scale)"
}

extension WritingError: StageFailure {
  package var stage: ConversionStage { .writing }

  package var frame: Int? {
    switch self {
    case .library(_, _, let frame): frame
    case .otherFrame(let frame): frame
    default: nil
    }
  }

  package var kind: FailureKind {
    switch self {
    case .pictureSize, .frameDuration: .damagedInput
    default: code.kind
    }
  }

  package var code: FailureCode {
    switch self {
    case .system(_, let errno): FailureCode(errno: errno)
    case .library: .internalFault
    case .encoderMissing(let name, _): .libraryMissing(name)
    case .libraryMissing: .libraryMissing(nil)
    case .unsupported, .pictureSize, .frameDuration: .notExpressible
    case .otherFrame: .damaged(byteOffset: nil)
    }
  }

  package var reason: ConversionMessage {
    switch self {
    case .system(let operation, let errno): "\(operation) failed: \(describe(errno: errno))"
    case .library(let operation, let message, _): "\(operation) failed: \(message)"
    case .encoderMissing(let name, _): "this FFmpeg has no \(name) encoder"
    case .libraryMissing(let detail, _), .unsupported(let detail, _), .pictureSize(let detail, _),
      .frameDuration(let detail, _):
      ConversionMessage(detail)
    case .otherFrame: "the input gave another picture when it was read again"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .encoderMissing(_, let available):
      available.isEmpty ? nil : "it has \(available.joined(separator: ", "))"
    case .libraryMissing(_, let remedy): ConversionMessage(remedy)
    case .unsupported(_, let remedy): remedy
    case .pictureSize(_, let remedy), .frameDuration(_, let remedy): remedy
    case .otherFrame: "wait until nothing changes the input, and convert it again"
    default: nil
    }
  }
}
