package import Messages
package import Raster
package import Stages
internal import TextFormats

/// Why image files cannot be the frames of an animation.
package enum FrameFolderError: Error, Sendable, Hashable {
  /// One file cannot be read as a frame.
  case picture(
    name: String, frame: Int?, reason: ConversionMessage, remedy: ConversionMessage?,
    code: FailureCode)
  /// Frames cannot have the file's format; `title` is its name with an article.
  case otherFormat(name: String, title: String)
  /// The file is an animation itself.
  case animated(name: String, frames: Int)
  /// These numbers are missing.
  case gaps(missing: String, count: Int)
  /// Two files have one number.
  case repeatedNumber(Int, String, String)
  /// Images have several sizes, but ``ReadingOptions/FrameFolder/MixedSizes/error`` is set.
  case mixedSizes(first: String, PixelSize, other: String, PixelSize)
  /// The number of durations in a list differs from the number of frames.
  case countMismatch(list: String, times: Int, frames: Int)
  /// A list cannot be used.
  case list(name: String, reason: ConversionMessage)
  /// There is no image for this scale.
  case noScale(String, available: [String])
  /// Several imagesets are sheets, each with its own animation.
  case sheets([String])
}

extension FrameFolderError: StageFailure {
  package var stage: ConversionStage { .reading }

  package var kind: FailureKind { code.kind }

  package var code: FailureCode {
    switch self {
    case .picture(_, _, _, _, let code): code
    case .otherFormat(_, let title): .unknownFormat(looksLike: title)
    case .animated, .mixedSizes: .unsupportedFeature(reason.description)
    case .noScale, .sheets: .invalidRequest
    case .gaps, .repeatedNumber, .countMismatch, .list: .damaged(byteOffset: nil)
    }
  }

  package var frame: Int? {
    if case .picture(_, let frame, _, _, _) = self { frame } else { nil }
  }

  package var reason: ConversionMessage {
    switch self {
    case .picture(let name, _, let reason, _, _): "\(quoted(name)): \(reason)"
    case .otherFormat(let name, let title):
      "\(quoted(name)) is \(title), which cannot be a frame"
    case .animated(let name, let frames):
      "\(quoted(name)) is an animation of \(frames) frames, not a frame"
    case .gaps(let missing, let count):
      count == 1 ? "frame \(missing) is missing" : "\(count) frames are missing: \(missing)"
    case .repeatedNumber(let number, let first, let second):
      "frame \(number) has two files: \(quoted(first)) and \(quoted(second))"
    case .mixedSizes(let first, let size, let other, let otherSize):
      "the pictures differ in size: \(quoted(first)) is \(size), \(quoted(other)) is \(otherSize)"
    case .countMismatch(let list, let times, let frames):
      "\(quoted(list)) has times for \(times) frames, but there are \(frames)"
    case .list(let name, let reason): "\(quoted(name)): \(reason)"
    case .noScale(let scale, _): "there is no picture of scale \(scale)"
    case .sheets(let names):
      "\(names.count) imagesets each hold a sheet of an animation: "
        + "\(names.prefix(8).map(quoted).joined(separator: ", "))"
        + (names.count > 8 ? " and \(names.count - 8) more" : "")
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .picture(_, _, _, let remedy, _): remedy
    case .otherFormat:
      "frames are PNG, JPEG, still WebP, AVIF or GIF: convert the file, or leave it out with a pattern such "
        + "as '*.png'"
    case .animated: "convert it by itself, or give the frames as a pattern such as 'f*.png'"
    case .gaps:
      "\(.gaps, case: "hold") keeps showing the previous frame, "
        + "\(.gaps, case: "skip") leaves out the missing ones"
    case .repeatedNumber: "give the frames as a pattern such as 'f*.png'"
    case .mixedSizes:
      "use \(.sizes, case: "pad"), \(value: "contain", swift: ".contain") or "
        + "\(value: "crop", swift: ".crop") to make them the same size"
    case .countMismatch: "use \(.fps) to give every frame the same duration instead"
    case .list: nil
    case .noScale(_, let available):
      available.isEmpty
        ? nil : "there is \(.inputScale, available.joined(separator: ", "))"
    case .sheets:
      "give one of them as the input, or \(.cut, "off", swift: ".never") to make each "
        + "picture a frame"
    }
  }
}
