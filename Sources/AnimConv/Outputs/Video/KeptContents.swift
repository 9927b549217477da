internal import AnimTiming
internal import Messages
internal import Stages
internal import Writing

/// The tags, chapters and languages of an input that a video keeps.
struct KeptContents: Sendable {
  let contents: MediaContents
  /// Why no chapter is kept; nil if chapters are kept or there are none.
  let chaptersNote: ConversionMessage?

  /// Like audio, chapters need frames with the timing of the input, played once.
  init(
    _ conversion: Conversion, _ frames: PlayedFrames, in container: VideoContainer, sound: Bool
  ) {
    guard let stored = frames.source.video?.contents else {
      contents = MediaContents()
      chaptersNote = nil
      return
    }
    var kept = MediaContents()
    kept.tags = stored.tags.filter(container.holds)
    kept.language = stored.language
    kept.soundLanguage = sound ? stored.soundLanguage : nil
    let obstacle = stored.chapters.isEmpty ? nil : conversion.obstacleToTimes(frames)
    if stored.chapters.isEmpty || obstacle != nil {
      chaptersNote = obstacle.map { "the chapters are left out: " + $0 }
    } else {
      let (start, end) = conversion.span(frames)
      kept.chapters = stored.chapters.compactMap {
        $0.shown(from: start, to: end, within: frames.timeline.totalTime)
      }
      chaptersNote = kept.chapters.isEmpty ? "no chapter is at the times that are kept" : nil
    }
    contents = kept
  }
}

extension MediaContents.Chapter {
  /// The part of it between two times, counted from the first; nil if it is empty.
  ///
  /// - Parameters:
  ///   - end: nil for the end of the input.
  ///   - total: the output's duration, which limits chapters.
  fileprivate func shown(
    from start: RationalTime, to end: RationalTime?, within total: RationalTime
  ) -> Self? {
    let last = end.map { min($0, self.end) } ?? self.end
    // A chapter whose times do not fit is left out.
    guard let from = try? max(self.start, start).subtracting(start),
      let to = try? last.subtracting(start), from < total, from < to
    else { return nil }
    return Self(start: from, end: min(to, total), title: title)
  }
}
