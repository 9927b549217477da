internal import AnimTiming
internal import Libav
internal import Messages
internal import SystemPackage

/// What a written video's container says of its video, read by animconv itself: a second opinion
/// that no release of FFmpeg, which wrote the file, can change.
struct StoredTrack {
  /// A time at which the file says in some place that the video ends.
  struct End {
    /// Where the file says so.
    let place: String
    let ticks: Int64
    let timebase: Timebase
  }

  /// The unit of ``starts``.
  var timebase: Timebase
  /// When each frame shows, in the order in which frames are stored.
  var starts: [Int64] = []
  /// How long each of them lasts, in MP4 and MOV.
  var durations: [Int64]?
  /// Every place that tells the end; they should all agree.
  var ends: [End] = []
  /// Where the file ends that has sound, too: not before the video.
  var fileEnd: End?
  /// What the container says of the colours; nil when it says nothing.
  var color: ColorTags.CodePoints?
  /// How many frames have alpha beside their colours, as in WebM.
  var alphaCount = 0

  /// Reads what the container says, without the frames themselves.
  ///
  /// - Throws: ``ReadBackError/unreadable(reason:)`` and ``ReadBackError/differs(what:expected:found:)``
  ///   for something that animconv never writes; `Errno`.
  /// - Complexity: reads the index of an MP4 or MOV file whole, and the head of each block of WebM.
  init(
    of path: FilePath, _ container: VideoContainer, hasSound: Bool = false,
    hasChapters: Bool = false
  ) throws {
    let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    self = try file.closeAfter {
      let size = try file.seek(offset: 0, from: .end)
      switch container {
      case .mp4, .mov:
        return try StoredTrack(
          boxesOf: file, size: size, hasSound: hasSound, hasChapters: hasChapters)
      case .webm: return try StoredTrack(elementsOf: file, size: size, hasSound: hasSound)
      }
    }
  }

  init(timebase: Timebase) { self.timebase = timebase }
}

extension FileDescriptor {
  /// All bytes of a part of the file.
  ///
  /// - Throws: ``ReadBackError/unreadable(reason:)`` when the file ends before; `Errno`.
  func stored(_ count: Int, at offset: Int64) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = try bytes.withUnsafeMutableBytes {
        try self.read(
          fromAbsoluteOffset: offset + Int64(done),
          into: UnsafeMutableRawBufferPointer(rebasing: $0[done...]))
      }
      guard read > 0 else { throw ReadBackError.unreadable(reason: "the file is cut off") }
      done += read
    }
    return bytes
  }
}
