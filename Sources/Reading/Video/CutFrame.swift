internal import AnimTiming
internal import FileBoxes

/// How far into a frame the edit list of an MP4 or MOV begins, as a cut without encoding leaves it.
///
/// The rest of that frame is not shown: those that follow come so much earlier, which is what Chromium
/// shows too.
enum CutFrame {
  /// - Parameters:
  ///   - timebase: the unit of the stream.
  ///   - mostBytes: of the index.
  ///   - mostFrames: that are looked at.
  /// - Returns: nil when it begins with a frame, and when that cannot be told.
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
      // Numbers that no film has can be too large for the other sign.
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
  /// The track of video of a movie; nil when there are others.
  var onlyVideo: FileBox? {
    get throws {
      let videos = try children.filter { box in
        try box.kind == "trak" && box.find("mdia", "hdlr")?.number(at: 8, bytes: 4) == 0x7669_6465
      }
      return videos.count == 1 ? videos[0] : nil
    }
  }

  /// When the last frame of a table of samples shows that shows at a time or before it.
  fileprivate func lastStart(upTo time: Int64, mostFrames: Int) throws -> Int64? {
    let durations = try require("stts")
    let offsets = try find("ctts")
    var last: Int64?
    var decoding: Int64 = 0
    var frames = 0
    // Of `ctts`: the entry, how many samples of it are left, and what it adds.
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
        // Frames are stored at most 16 others before they show.
        if decoding > time &+ 32 &* max(1, duration) { return last }
      }
    }
    return last
  }
}
