internal import AnimTiming
internal import Libav
internal import Messages
internal import SystemPackage

/// The container of a written video, read by animconv itself: a second opinion that is independent
/// of the FFmpeg that wrote the file.
struct StoredTrack {
  /// A stored end of the video.
  struct End {
    /// The place in the file.
    let place: String
    let ticks: Int64
    let timebase: Timebase
  }

  /// The unit of ``starts``.
  var timebase: Timebase
  /// The start of each frame, in storage order.
  var starts: [Int64] = []
  /// The duration of each frame, in MP4 and MOV.
  var durations: [Int64]?
  /// All stored ends, which must agree.
  var ends: [End] = []
  /// The end of a file with audio: not before the video.
  var fileEnd: End?
  /// The colours in the container; nil if there are none.
  var color: ColorTags.CodePoints?
  /// The number of frames with alpha, as in WebM.
  var alphaCount = 0

  /// Reads the container without the frames.
  ///
  /// - Throws: ``ReadBackError/unreadable(reason:)`` and
  ///   ``ReadBackError/differs(what:expected:found:)`` for structures that animconv never writes;
  ///   `Errno`.
  /// - Complexity: reads the whole index of an MP4 or MOV file, and the head of each WebM block.
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
  /// - Throws: ``ReadBackError/unreadable(reason:)`` if the file is shorter; `Errno`.
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
