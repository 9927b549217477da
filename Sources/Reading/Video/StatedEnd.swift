internal import AnimTiming
internal import FileBoxes

/// When the headers of an MP4 or MOV file say that its video ends, read from its boxes.
///
/// Packets say less: FFmpeg 8 gives them the durations of `stts` in the order of decoding, which are
/// those of other frames where frames are stored in another order than they show.
struct StatedEnd {
  /// From 0 on, by the edit list; nil without one.
  private let ofEdit: Int64?
  /// From the first frame on, by `mdhd`.
  private let length: Int64

  /// - Parameters:
  ///   - timebase: the unit of the stream, in which ``end(after:)`` answers.
  ///   - mostBytes: of the index.
  /// - Returns: nil when the file has no index that can be walked, not one video, or other pieces
  ///   of it than one.
  /// - Throws: what reading throws.
  init?(of source: ByteSource, timebase: Timebase, mostBytes: Int) throws {
    do {
      try self.init(
        FileBox.movie(fileBytes: source.byteCount, mostBytes: mostBytes, read: source.bytes),
        timebase: timebase)
    } catch is FileBoxError {
      // FFmpeg has read the file otherwise: what its packets say stands.
      return nil
    }
  }

  /// - Throws: ``FileBoxError``.
  private init?(_ movie: FileBox, timebase: Timebase) throws {
    guard let video = try movie.onlyVideo else { return nil }
    let header = try movie.require("mvhd").headerDuration()
    let media = try video.require("mdia", "mdhd").headerDuration()
    guard media.timebase == timebase, media.isKnown, media.ticks > 0 else { return nil }
    let edit = try video.edit(movieBase: header.timebase, mediaBase: timebase)
    length = media.ticks
    ofEdit = edit.end.flatMap {
      // Beyond 64 bits there is no end to compare with.
      try? RationalTime(ticks: $0, timebase: header.timebase).ticks(
        in: timebase, rounding: .nearest)
    }
  }

  /// The end, when the first frame shows at `first`.
  func end(after first: Int64) -> Int64 {
    let (stated, overflow) = first.addingReportingOverflow(length)
    guard let ofEdit else { return overflow ? .max : stated }
    return ofEdit
  }
}
