package import AnimTiming
package import Messages
package import Raster
package import Stages
package import TextFormats

/// Why an edit cannot be read or written.
///
/// Clips are numbered from 0 here, and from 1 in messages.
package enum EditError: Error, Sendable, Hashable {
  /// Its JSON is not that of an edit.
  case json(detail: String, at: TextPosition)
  /// It has no clips.
  case noClips
  /// Its JSON has no folder in which the named files are.
  case noFolder
  /// Two clips have different sizes. Each is named by its file, or by its number if both have the
  /// same file.
  case unequalSizes(String, PixelSize, first: String, expected: PixelSize)
  /// A clip shows frames or times that its input does not have.
  case range(clip: Int, AnimationTimeline.FrameRange, frames: Int, total: RationalTime)
  /// A clip shows an empty part of its input.
  case emptyRange(clip: Int, AnimationTimeline.FrameRange)
  /// A clip chooses an animation of an input that names none.
  case tag(clip: Int, String)
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
  /// An input does not exist.
  case missing(String)
  /// An input is a link, or is reached through one.
  case link(String)
  /// An input is neither a file nor a folder.
  case notFile(String)
  /// It cannot be written as JSON.
  case notJSON(detail: String, remedy: String)
}

extension EditError: StageFailure {
  package var stage: ConversionStage { .reading }

  package var kind: FailureKind {
    switch self {
    case .json, .noClips, .circular: .configuration
    case .tooDeep, .tooManyInputs, .link, .notFile: .damagedInput
    case .missing: .missingInput
    default: .usage
    }
  }

  package var code: FailureCode {
    switch self {
    case .tooDeep(let allowed):
      .overLimit(limit: "edits inside edits", value: allowed + 1, allowed: allowed)
    case .tooManyInputs(let allowed):
      .overLimit(limit: "inputs of an edit", value: allowed + 1, allowed: allowed)
    case .link, .notFile: .unsupportedFeature(reason.description)
    default: FailureCode(kind)
    }
  }

  package var frame: Int? { nil }

  package var reason: ConversionMessage {
    switch self {
    case .json(let detail, let place): "\(place): \(detail)"
    case .noClips: "the edit has no clips"
    case .noFolder: "the edit comes from a stream, so there is no folder to find its inputs in"
    case .unequalSizes(let clip, let size, let first, let expected):
      "\(clip) is \(size), but \(first) is \(expected)"
    case .range(let clip, let range, let frames, let total):
      "clip \(clip + 1) shows the range \(range), which is outside its input of \(frames) "
        + "\(frames == 1 ? "frame" : "frames") and \(total.formatted())"
    case .emptyRange(let clip, let range): "the range \(range) of clip \(clip + 1) is empty"
    case .tag(let clip, let tag):
      "clip \(clip + 1) has the tag \(quoted(tag)), but its input has no named animations"
    case .delayCount(let clip, let delays, let frames):
      "clip \(clip + 1) has \(delays) delays for \(frames) frames"
    case .delay(let clip, let index):
      "delay \(index + 1) of clip \(clip + 1) is not above zero, or longer than 68 years"
    case .repeats(let clip, let count): "clip \(clip + 1) is shown \(count) times"
    case .crop(let clip, let rect, let size):
      "clip \(clip + 1) shows the part \(rect), which is outside its input of \(size)"
    case .overlay(let x, let y, let size, let canvas):
      "the overlay of \(size) at \(x),\(y) is outside the canvas of \(canvas)"
    case .circular(let names):
      "edits name each other in a circle: \(names.joined(separator: ", "))"
    case .tooDeep(let allowed): "edits are inside edits more than \(allowed) times"
    case .tooManyInputs(let allowed): "the edit has more than \(allowed) inputs"
    case .stream(let name):
      "\(name) can be read only once, but the inputs of an edit are read more than once"
    case .missing(let name): "there is no \(quoted(name)) beside the edit"
    case .link(let name): "\(quoted(name)) is a link, and links are not followed"
    case .notFile(let name): "\(quoted(name)) is not a file"
    case .notJSON(let detail, _): "the edit cannot be written as JSON: \(detail)"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .json, .noClips, .circular: nil
    case .noFolder: "give the path of the edit instead of a stream"
    case .unequalSizes:
      "\(.sizes, case: "pad") centres them on the largest size, contain also enlarges them, and crop "
        + "cuts them to the smallest size"
    case .range(_, _, let frames, _):
      "frames count from 0: set \"range\" of the clip to 0...\(frames - 1) for all of them"
    case .emptyRange: "leave the end open to reach the last frame, as in 0..."
    case .tag: "leave out \"tag\""
    case .delayCount(_, _, let frames):
      "give \(frames == 1 ? "one delay" : "\(frames) delays, or one for all frames")"
    case .delay: "give a time above zero"
    case .repeats: "show it at least once, or remove it"
    case .crop(_, _, let size): "choose a part of \(PixelRect(size))"
    case .overlay: "move it onto the canvas"
    case .tooDeep, .tooManyInputs: "convert a part of the edit to a file first"
    case .stream: "write it to a file first"
    case .missing: "check the name, which counts from the folder of the edit"
    case .link: "put the file itself there"
    case .notFile: "put a file there"
    case .notJSON(_, let remedy): "\(remedy)"
    }
  }
}
