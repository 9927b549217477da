internal import FileBoxes
internal import OutputFiles
internal import SystemPackage

/// Stores the duration of the images in the media header of a finished MP4 or MOV.
///
/// It is the sum of the durations of all frames (ISO/IEC 14496-12, 8.4.2.3). Since release 8, FFmpeg
/// adds time before the first frame is shown, or a part of it, if frames are stored in another order
/// than they are shown.
enum MediaHeader {
  /// Rewrites the duration in place, if it differs.
  ///
  /// - Parameter path: a file that FFmpeg's muxer has finished.
  /// - Throws: `Errno`; ``FileBoxError`` for a file without a track of images or with an invalid
  ///   index.
  /// - Complexity: the size of the index in time and memory.
  static func tellDuration(in path: FilePath) throws {
    let file = try openTemporary(path, emptied: false)
    try file.closeAfter {
      let size = try file.seek(offset: 0, from: .end)
      let (movie, start) = try FileBox.placedMovie(fileBytes: size, mostBytes: 1 << 31) {
        try file.stored($1, at: $0)
      }
      guard let track = try movie.videoTracks.first else {
        throw FileBoxError(reason: "the file has no images")
      }
      let times = try track.require("mdia", "minf", "stbl", "stts")
      let header = try track.require("mdia", "mdhd")
      let field = try header.durationField
      let duration = UInt64(clamping: try times.totalDuration)
      guard try header.number(at: field.offset, bytes: field.bytes) != duration,
        duration.leadingZeroBitCount >= 64 - 8 * field.bytes
      else { return }
      var number = BoxBuilder()
      number.number(Int(duration), bytes: field.bytes)
      try file.writeAll(
        toAbsoluteOffset: start + Int64(header.content.startIndex + field.offset), number.bytes)
    }
  }
}

extension FileBox {
  /// The sum of the durations of all samples, from an `stts` box.
  fileprivate var totalDuration: Int64 {
    get throws {
      try (0..<Int(try count(at: 4))).reduce(0) { total, entry in
        total &+ (try count(at: 8 + entry * 8)) &* (try count(at: 12 + entry * 8))
      }
    }
  }
}
