internal import AnimTiming
internal import FileBoxes

/// The end of the video according to the headers of an MP4 or MOV file, read from its boxes.
///
/// Packets are less reliable: FFmpeg 8 assigns the durations of `stts` in decoding order. If frames
/// are stored in an order other than display order, these durations belong to other frames.
struct StatedEnd {
  /// Counted from 0, from the edit list; nil without one.
  private let ofEdit: Int64?
  /// Counted from the first frame, from `mdhd`.
  private let length: Int64

  /// - Parameters:
  ///   - timebase: the unit of the stream and of ``end(after:)``.
  ///   - mostBytes: the largest index size that is read.
  /// - Returns: nil if the file has no readable index, more or fewer than one video, or more than
  ///   one fragment.
  /// - Throws: what reading throws.
  init?(of source: ByteSource, timebase: Timebase, mostBytes: Int) throws {
    do {
      try self.init(
        FileBox.movie(fileBytes: source.byteCount, mostBytes: mostBytes, read: source.bytes),
        timebase: timebase)
    } catch is FileBoxError {
      // FFmpeg has read the file differently, so the packets' durations are used.
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
      // An end beyond 64 bits cannot be compared.
      try? RationalTime(ticks: $0, timebase: header.timebase).ticks(
        in: timebase, rounding: .nearest)
    }
  }

  /// The end if the first frame is shown at `first`.
  func end(after first: Int64) -> Int64 {
    let (stated, overflow) = first.addingReportingOverflow(length)
    guard let ofEdit else { return overflow ? .max : stated }
    return ofEdit
  }
}
