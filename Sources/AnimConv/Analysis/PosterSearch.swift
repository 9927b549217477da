internal import Reading

/// Looks for the frame that shows most: the sharpest frame that is neither blank nor in a fade; if
/// there is none, the sharpest in a fade, then the sharpest blank one; the first if several are
/// equal.
struct PosterSearch {
  /// The source frame that was found.
  let index: Int

  /// - Parameters:
  ///   - source: positioned at any frame, before and after.
  ///   - shown: the candidate source frames, at least one.
  ///   - onAnalysis: called before each examined frame, with the number of examined frames and their
  ///     total; throws to stop.
  /// - Throws: ``ReadingError``.
  /// - Complexity: decodes every frame up to the last candidate; memory holds a few frames.
  init(
    _ source: any FrameSource, shown: some Collection<Int>,
    onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    var player = SequencePlayer(source)
    let candidates = Set(shown).sorted()
    var best: Candidate?
    var last: Candidate?
    func judge(_ candidate: Candidate) {
      if best.map({ candidate.appeal.isBetter(than: $0.appeal) }) ?? true { best = candidate }
    }
    for (done, index) in candidates.enumerated() {
      try onAnalysis(done, candidates.count)
      let frame = try player.frame(at: index)
      if last != nil, frame.changed.isEmpty { continue }
      var candidate = Candidate(index: index, FrameClarity(frame.pixels))
      if var before = last {
        candidate.appeal.fades = before.clarity.fades(to: candidate.clarity)
        before.appeal.fades = before.appeal.fades || candidate.appeal.fades
        judge(before)
      }
      last = candidate
    }
    if let last { judge(last) }
    index = best?.index ?? candidates.first ?? 0
  }

  private struct Candidate {
    let index: Int
    let clarity: FrameClarity
    var appeal: FrameAppeal

    init(index: Int, _ clarity: FrameClarity) {
      self.index = index
      self.clarity = clarity
      appeal = FrameAppeal(clarity)
    }
  }
}
