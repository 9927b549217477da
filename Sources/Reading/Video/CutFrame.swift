internal import AnimTiming
internal import FileBoxes

/// How far into a frame the edit list of an MP4 or MOV begins, after a cut without encoding.
///
/// The first part of that frame is not shown, and the later frames come earlier by that time, as in
/// Chromium.
enum CutFrame {
  /// - Parameters:
  ///   - timebase: the unit of the stream.
  ///   - mostBytes: the largest index size that is read.
  ///   - mostFrames: the largest number of frames that are examined.
  /// - Returns: nil if the edit list begins with a whole frame, and if the index does not state it.
  /// - Throws: what reading throws.
  static func time(
    of source: ByteSource, timebase: Timebase, mostBytes: Int, mostFrames: Int
  ) throws -> RationalTime? {
    do {
      let movie = try FileBox.movie(
        fileBytes: source.byteCount, mostBytes: mostBytes, read: source.bytes)
      guard let video = try movie.onlyVideo else { return nil }
      let header = try movie.require("mvhd").headerDuration()
      let media = try video.require("mdia", "mdhd").headerDuration()
      guard media.timebase == timebase else { return nil }
      let edit = try video.edit(movieBase: header.timebase, mediaBase: timebase)
      // Absurdly large numbers would overflow when negated.
      let (begin, isTooLarge) = Int64(0).subtractingReportingOverflow(edit.shift)
      guard edit.end != nil, !isTooLarge, begin > 0,
        let start = try video.require("mdia", "minf", "stbl").lastStart(
          upTo: begin, mostFrames: mostFrames),
        start < begin
      else { return nil }
      let (ticks, isAbsurd) = begin.subtractingReportingOverflow(start)
      return isAbsurd ? nil : try? RationalTime(ticks: ticks, timebase: timebase)
    } catch is FileBoxError {
      return nil
    }
  }
}

extension FileBox {
  /// The video track of a movie; nil unless it has exactly one.
  var onlyVideo: FileBox? {
    get throws {
      let videos = try children.filter { box in
        try box.kind == "trak" && box.find("mdia", "hdlr")?.number(at: 8, bytes: 4) == 0x7669_6465
      }
      return videos.count == 1 ? videos[0] : nil
    }
  }

  /// The time of the last frame in a table of samples that is shown at a given time or earlier.
  fileprivate func lastStart(upTo time: Int64, mostFrames: Int) throws -> Int64? {
    let durations = try require("stts")
    let offsets = try find("ctts")
    var last: Int64?
    var decoding: Int64 = 0
    var frames = 0
    // In `ctts`: the current entry, its remaining samples, and the offset that it adds.
    var (entry, left, added) = (0, Int64(0), Int64(0))
    for index in 0..<Int(try durations.count(at: 4)) {
      let count = try durations.count(at: 8 + index * 8)
      let duration = try durations.count(at: 12 + index * 8)
      for _ in 0..<count {
        if let offsets {
          while left == 0 {
            left = try offsets.count(at: 8 + entry * 8)
            added = try offsets.signed(at: 12 + entry * 8)
            entry += 1
          }
          left -= 1
        }
        let start = decoding &+ added
        if start <= time { last = max(last ?? start, start) }
        decoding = decoding &+ duration
        frames += 1
        if frames >= mostFrames { return last }
        // At most 16 frames can be stored between a frame and its place in display order.
        if decoding > time &+ 32 &* max(1, duration) { return last }
      }
    }
    return last
  }
}
