internal import AnimTiming
internal import Messages
internal import Stages

/// The file of a frame.
enum FrameFile: Sendable, Hashable {
  /// A file that the folder lists.
  case listed(Int, name: String)
  /// A file that data names.
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

/// A frame before its image was examined.
struct FolderFrame: Sendable, Hashable {
  var file: FrameFile
  var delay: Delay
}

/// The frames found in a folder: their files, order and durations.
struct FrameSequence: Sendable {
  var frames: [FolderFrame]
  var plays: LoopCount?
  /// Whether the images come from imagesets.
  var isImageSet = false
  /// Notes for users, such as the source of the durations.
  var notes: [ConversionMessage] = []
  var warnings: [ReadingWarning] = []
}
