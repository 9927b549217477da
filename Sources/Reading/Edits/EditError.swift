internal import AnimTiming
package import Messages
package import Raster
package import Stages
package import TextFormats

/// Why an edit cannot be read or written.
package enum EditError: Error, Sendable, Hashable {
  /// Its JSON is not that of an edit.
  case json(detail: String, at: TextPosition)
  /// It has no clips.
  case noClips
  /// Its JSON has no folder in which the named files are.
  case noFolder
  /// Two clips have different sizes.
  case unequalSizes(clip: Int, PixelSize, expected: PixelSize)
  /// A clip has another number of frames than delays.
  case delayCount(clip: Int, delays: Int, frames: Int)
  /// A clip has a delay that is not above zero, or longer than 68 years.
  case delay(clip: Int, index: Int)
  /// A clip is shown less than once.
  case repeats(clip: Int, Int)
  /// The part that a clip shows is outside its input.
  case crop(clip: Int, PixelRect, of: PixelSize)
  /// The overlay is outside the canvas.
  case overlay(x: Int, y: Int, PixelSize, canvas: PixelSize)
  /// Edits name each other in a circle.
  case circular([String])
  /// Edits are inside edits, too many times.
  case tooDeep(allowed: Int)
  /// Its clips have too many different inputs.
  case tooManyInputs(allowed: Int)
  /// An input can be read only once.
  case stream(String)
  /// It cannot be written as JSON.
  case notJSON(detail: String, remedy: String)
}

extension EditError: StageFailure {
  package var stage: ConversionStage { .reading }

  package var kind: FailureKind {
    switch self {
    case .json, .noClips, .circular: .configuration
    case .tooDeep, .tooManyInputs: .damagedInput
    default: .usage
    }
  }

  package var code: FailureCode {
    switch self {
    case .tooDeep(let allowed):
      .overLimit(limit: "edits inside edits", value: allowed + 1, allowed: allowed)
    case .tooManyInputs(let allowed):
      .overLimit(limit: "inputs of an edit", value: allowed + 1, allowed: allowed)
    default: FailureCode(kind)
    }
  }

  package var frame: Int? { nil }

  package var reason: Message {
    switch self {
    case .json(let detail, let place): "\(place): \(detail)"
    case .noClips: "the edit has no clips"
    case .noFolder: "the edit comes from a stream, so there is no folder to find its inputs in"
    case .unequalSizes(let clip, let size, let expected):
      "clip \(clip) is \(size), but the clips before it are \(expected)"
    case .delayCount(let clip, let delays, let frames):
      "clip \(clip) has \(delays) delays for \(frames) frames"
    case .delay(let clip, let index):
      "delay \(index) of clip \(clip) is not above zero, or longer than 68 years"
    case .repeats(let clip, let count): "clip \(clip) is shown \(count) times"
    case .crop(let clip, let rect, let size):
      "clip \(clip) shows the part \(rect), which is outside its input of \(size)"
    case .overlay(let x, let y, let size, let canvas):
      "the overlay of \(size) at \(x),\(y) is outside the canvas of \(canvas)"
    case .circular(let names):
      "edits name each other in a circle: \(names.joined(separator: ", "))"
    case .tooDeep(let allowed): "edits are inside edits more than \(allowed) times"
    case .tooManyInputs(let allowed): "the edit has more than \(allowed) inputs"
    case .stream(let name):
      "\(name) can be read only once, but the inputs of an edit are read more than once"
    case .notJSON(let detail, _): "the edit cannot be written as JSON: \(detail)"
    }
  }

  package var remedy: Message? {
    switch self {
    case .json, .noClips, .circular: nil
    case .noFolder: "give the path of the edit instead of a stream"
    case .unequalSizes:
      "\(.sizes, case: "pad") centres them on the largest size, contain also enlarges them, and crop "
        + "cuts them to the smallest size"
    case .delayCount(_, _, let frames):
      "give \(frames == 1 ? "one delay" : "\(frames) delays, or one for all frames")"
    case .delay: "give a time above zero"
    case .repeats: "show it at least once, or remove it"
    case .crop(_, _, let size): "choose a part of \(PixelRect(size))"
    case .overlay: "move it onto the canvas"
    case .tooDeep, .tooManyInputs: "convert a part of the edit to a file first"
    case .stream: "write it to a file first"
    case .notJSON(_, let remedy): "\(remedy)"
    }
  }
}
