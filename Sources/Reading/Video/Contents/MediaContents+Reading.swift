internal import AnimTiming
internal import Libav
internal import Stages

extension MediaContents {
  /// The contents of a video file besides its frames.
  ///
  /// - Parameter start: the time of the first frame, in nanoseconds from the start of the file.
  init(of demuxer: ClipDemuxer, _ source: ByteSource, _ format: VideoFileFormat, start: Int64)
    throws
  {
    self.init()
    let text = demuxer.text
    (tags, omittedTags) = TagText.tags(text.entries)
    chapters = text.chapters.compactMap { Self.chapter($0, start: start) }
    let tracks = demuxer.tracks
    language = tracks.first { $0.kind == .video && $0.isRead }.flatMap(Self.language)
    soundLanguage = tracks.first { $0.kind == .sound && $0.isRead }.flatMap(Self.language)
    sound = tracks.filter { $0.kind == .sound }.map(Self.track)
    subtitles = tracks.filter { $0.kind == .subtitles }.map(Self.track)
    attachments = tracks.count { $0.kind == .attachment }
    if format == .mp4 {
      let marks = try BoxMarks(source)
      hasXMP = marks.hasXMP
      hasCredentials = marks.hasCredentials
    }
  }

  /// - Returns: nil for a chapter that ends before the first frame, or before its own start.
  private static func chapter(_ stored: ContainerText.Chapter, start: Int64) -> Chapter? {
    let (from, isLow) = stored.start.subtractingReportingOverflow(start)
    let (to, isHigh) = stored.end.subtractingReportingOverflow(start)
    let nanoseconds = Timebase(1, 1_000_000_000)
    guard !isLow, !isHigh, to >= from, to >= 0,
      let from = try? RationalTime(ticks: max(0, from), timebase: nanoseconds),
      let to = try? RationalTime(ticks: to, timebase: nanoseconds)
    else { return nil }
    return Chapter(start: from, end: to, title: TagText.line(stored.title))
  }

  private static func track(_ stored: ContainerTrack) -> Track {
    Track(codec: stored.codec, language: language(stored), channels: stored.channels)
  }

  /// - Returns: nil for text that is not a language code, and for `und`, which means undetermined.
  private static func language(_ stored: ContainerTrack) -> String? {
    guard let code = stored.language?.lowercased(), 2...3 ~= code.utf8.count, code != "und",
      code.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
    else { return nil }
    return code
  }
}
