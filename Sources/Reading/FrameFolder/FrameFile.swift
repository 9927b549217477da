internal import AnimTiming
internal import Messages
internal import Stages

/// Which file a frame is in.
enum FrameFile: Sendable, Hashable {
  /// One that the folder lists.
  case listed(Int, name: String)
  /// One that data names.
  case named(String)

  var name: String {
    switch self {
    case .listed(_, let name), .named(let name): name
    }
  }

  func open(in files: any FrameFiles) throws -> ByteSource {
    switch self {
    case .listed(let index, _): try files.open(index)
    case .named(let name): try files.open(named: name)
    }
  }
}

/// A frame before its picture has been looked at.
struct FolderFrame: Sendable, Hashable {
  var file: FrameFile
  var delay: Delay
}

/// What was found in a folder: which files are the frames, in which order, for how long.
struct FrameSequence: Sendable {
  var frames: [FolderFrame]
  var plays: LoopCount?
  /// Whether the pictures are those of imagesets.
  var isImageSet = false
  /// What a user should hear of, such as where the durations come from.
  var notes: [Message] = []
  var warnings: [ReadingWarning] = []
}
