/// Finds where shots begin in a run of consecutive frames.
///
/// - A *flash* is a few frames between two similar ones, and does not count as a change.
/// - A *fade* is a run of frames in a single shade, with contrast that gradually falls before it or
///   rises after it, between different pictures. The shot begins after the run.
/// - A *cut* is a frame that differs from the previous one far more than neighbouring frames do, in
///   most parts of the picture, and not because of movement.
/// - A *dissolve* is a transition between two different pictures in which all pictures between are
///   mixtures of both. The shot begins where the first picture has disappeared.
struct SceneWindow {
  /// Positions among the frames.
  private(set) var changes: [SceneDetector.Change] = []

  private let frames: [SceneDetector.Seen]
  /// Whether there were frames before.
  private let isContinued: Bool
  private let threshold: Double?
  /// The smallest difference that counts as a cut.
  private let least: Double
  /// The difference from the previous frame, without flashes.
  private var differences: [Double]
  private var isFlash: [Bool]
  /// The median duration of frames in seconds.
  private let usualDuration: Double
  private var isInFade: [Bool]

  /// The number of frames before and after a cut that it is compared with, and the largest distance
  /// in seconds. A frame that is shown as long as several others counts as several equal frames.
  private static let around = (frames: 8, seconds: 1.0)
  private static let longestFlash = (frames: 5, seconds: 0.4)
  /// The largest contrast of a single shade.
  private static let blank = 2.0

  init(_ frames: [SceneDetector.Seen], isContinued: Bool, threshold: Double?) {
    self.frames = frames
    self.isContinued = isContinued
    self.threshold = threshold
    least = threshold.map { $0 < 100 ? $0 / (100 - $0) : .infinity } ?? 0.12
    differences = frames.map(\.difference)
    let durations = zip(frames, frames.dropFirst()).map { $1.start - $0.start }.sorted()
    usualDuration = durations.isEmpty ? 0 : durations[durations.count / 2]
    isFlash = [Bool](repeating: false, count: frames.count)
    isInFade = isFlash
    findFlashes()
    findFades()
    findCuts()
    findDissolves()
    changes.sort { $0.position < $1.position }
    let sorted = changes
    changes = sorted.indices.compactMap { place in
      place > 0 && sorted[place - 1].position == sorted[place].position ? nil : sorted[place]
    }
  }

  private func sketch(_ position: Int) -> FrameSketch { frames[position].sketch }

  private mutating func note(_ position: Int, _ difference: Double) {
    if threshold != nil, difference < least { return }
    changes.append(.init(position: position, score: 100 * difference / (difference + 1)))
  }

  // MARK: Flashes

  private mutating func findFlashes() {
    var begin = 1
    while begin < frames.count - 1 {
      if differences[begin] >= least, let end = endOfFlash(from: begin) {
        begin = end
      } else {
        begin += 1
      }
    }
  }

  /// Removes the flash that begins at a frame from the differences.
  ///
  /// - Returns: the end of the flash; nil if there is none.
  private mutating func endOfFlash(from begin: Int) -> Int? {
    let before = sketch(begin - 1)
    // A flash needs a picture that can come back.
    if before.contrast < Self.blank { return nil }
    // An object that only moves is still there.
    if rest(begin) < 0.3 * sketch(begin).lumaDifference(from: before) { return nil }
    for end in begin + 1..<min(frames.count, begin + 1 + Self.longestFlash.frames)
    where differences[end] >= least {
      if frames[end].start - frames[begin].start > Self.longestFlash.seconds { break }
      let across = sketch(end).difference(from: before)
      let isAlike = across < 0.35 * min(differences[begin], differences[end])
      let least = min(
        sketch(begin).lumaDifference(from: before),
        sketch(end).lumaDifference(from: sketch(end - 1)))
      guard isAlike || sketch(end).rest(from: before, across: 6, down: 3) < 0.3 * least else {
        continue
      }
      for frame in begin..<end {
        isFlash[frame] = true
        differences[frame] = 0
      }
      let movement = max(differences[begin - 1], end + 1 < frames.count ? differences[end + 1] : 0)
      differences[end] = isAlike ? max(0, across - Double(end - begin) * movement) : 0
      return end
    }
    return nil
  }

  // MARK: Fades

  private mutating func findFades() {
    let isBlank = frames.indices.map { sketch($0).contrast < Self.blank && !isFlash[$0] }
    var begin = 0
    while begin < frames.count {
      guard isBlank[begin] else {
        begin += 1
        continue
      }
      let end = isBlank[begin...].firstIndex(of: false) ?? frames.count
      if end < frames.count, begin > 0 || isContinued { noteFade(begin..<end) }
      begin = end
    }
  }

  private mutating func noteFade(_ run: Range<Int>) {
    func contrast(_ position: Int) -> Double { sketch(position).contrast }
    var (first, last) = (run.lowerBound, run.upperBound)
    while first > 0, contrast(first - 1) > contrast(first) * 1.04, run.lowerBound - first < 30 {
      first -= 1
    }
    while last + 1 < frames.count, contrast(last + 1) > contrast(last) * 1.04,
      last - run.upperBound < 30
    { last += 1 }
    let fadesOut =
      run.lowerBound - first >= 3 && contrast(first) > 2.5 * Self.blank
      || run.lowerBound - first >= 6
    let fadesIn = last - run.upperBound >= 3 && contrast(last) > 2.5 * Self.blank
    guard fadesOut && isMixed(first, run.lowerBound) || fadesIn && isMixed(last, run.upperBound - 1)
    else { return }
    // Noise hides its exact start and end.
    let begin = fadesOut ? first - 1 : run.lowerBound + (isLong(run) ? 1 : 0)
    for frame in max(0, begin)...min(last + 1, frames.count - 1) { isInFade[frame] = true }
    let (one, other) = (sketch(first), sketch(last))
    let plain = other.lumaDifference(from: one)
    // The picture before the run may be outside the window; it was most probably a different one.
    let isSame = first > 0 && (plain < 4 || other.rest(from: one, across: 6, down: 3) < 0.3 * plain)
    if !isSame { note(run.upperBound, other.difference(from: one)) }
  }

  /// Whether a single shade is long enough to be a shot of its own, which begins with a cut.
  private func isLong(_ run: Range<Int>) -> Bool {
    frames[run.upperBound].start - frames[run.lowerBound].start > 0.5
  }

  /// Whether the picture between two others is a mixture of both everywhere, rather than parts of
  /// each.
  private func isMixed(_ picture: Int, _ shade: Int) -> Bool {
    let middle = sketch((picture + shade) / 2)
    return Mixture.mixedShare(middle, of: sketch(shade), sketch(picture)) >= 0.7
  }

  // MARK: Cuts

  private mutating func findCuts() {
    for frame in frames.indices.dropFirst() where differences[frame] >= least && !isInFade[frame] {
      let others = neighbors(of: frame)
      if threshold != nil {
        if others.allSatisfy({ differences[$0] <= differences[frame] }) {
          note(frame, differences[frame])
        }
      } else if isPeak(frame, others) || standsOut(frame, others), isCut(frame, others) {
        note(frame, differences[frame])
      }
    }
  }

  private func neighbors(of frame: Int) -> [Int] {
    let around = Self.around
    let reach = min(around.seconds, (Double(around.frames) + 0.5) * usualDuration)
    return (max(1, frame - around.frames)..<min(frames.count, frame + 1 + around.frames)).filter {
      $0 != frame && abs(frames[$0].start - frames[frame].start) <= reach
    }
  }

  /// The values of neighbours, with 0 for each frame that equals the previous one.
  private func values(
    of others: [Int], around frame: Int, _ value: (Int) -> Double
  ) -> [Double] {
    others.map(value) + [Double](repeating: 0, count: equalFrames(around: frame))
  }

  /// The numbers of equal frames that longer frames before and after a frame represent.
  private func equalFrames(around frame: Int) -> Int {
    func equal(to positions: some Sequence<Int>) -> Int {
      var (count, rest) = (0, Self.around.frames)
      for position in positions where rest > 0 {
        let repeats = repeats(of: position)
        count += min(repeats, rest)
        rest -= repeats + 1
      }
      return count
    }
    return equal(to: (0..<frame).reversed()) + equal(to: frame..<frames.count)
  }

  /// The number of additional equal frames of the usual duration that a frame represents.
  private func repeats(of position: Int) -> Int {
    guard usualDuration > 0, position + 1 < frames.count else { return 0 }
    let duration = frames[position + 1].start - frames[position].start
    return min(Self.around.frames, max(0, Int((duration / usualDuration).rounded()) - 1))
  }

  /// Whether the difference is far larger than those of the neighbours.
  private func isPeak(_ frame: Int, _ others: [Int]) -> Bool {
    let around = values(of: others, around: frame) { differences[$0] }
    return differences[frame] >= 1.6 * (around.max() ?? 0)
      && differences[frame] >= 2.6 * median(around)
  }

  /// Whether the difference that movement does not explain is far larger than in the neighbours,
  /// which move as well.
  private func standsOut(_ frame: Int, _ others: [Int]) -> Bool {
    let own = rest(frame)
    return own >= 4 && others.allSatisfy { own >= 2 * rest($0) }
  }

  /// The part of the difference from the previous frame that movement does not explain.
  private func rest(_ frame: Int) -> Double { sketch(frame).rest(from: sketch(frame - 1)) }

  private func isCut(_ frame: Int, _ others: [Int]) -> Bool {
    var before = frame - 1
    while before > 0, isFlash[before] { before -= 1 }
    let (one, other) = (sketch(before), sketch(frame))
    let noise = 1.7 * median(values(of: others, around: frame, rest))
    if other.changedShare(from: one, noise: noise) < 0.58 { return false }
    // The blocks of a plain picture match in many other pictures, but not the other way round.
    let isPlain = other.contrast < 0.35 * one.contrast
    // Movement continues for some frames. If nothing else moves, most matches are accidental.
    let isCalm = differences[frame] >= 8 * (others.map { differences[$0] }.max() ?? 0)
    return (isPlain ? one.rest(from: other) : other.rest(from: one)) >= (isCalm ? 0.18 : 0.32)
      * max(0.5, other.lumaDifference(from: one))
  }

  private func median(_ values: [Double]) -> Double {
    if values.isEmpty { return 0 }
    let (sorted, half) = (values.sorted(), values.count / 2)
    return values.count.isMultiple(of: 2) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half]
  }

  // MARK: Dissolves

  /// Whether movement does not explain the difference between the last and the first picture of a
  /// mixture.
  private func isOtherPicture(after mixture: Mixture) -> Bool {
    let (first, last) = (mixture.middle - mixture.half, mixture.middle + mixture.half)
    let difference = sketch(last).lumaDifference(from: sketch(first))
    let rest = sketch(last).rest(from: sketch(first))
    guard rest > (mixture.rest < 0.06 ? 0.38 : 0.5) * difference else { return false }
    // Slow movement continues before and after. Matching in whole cells detects fast movement.
    let around = changeAround(first...last)
    guard around > 3.2 || change(first + 1...last) > 1.4 * around else { return false }
    // Movement by fractions of cells leaves a large difference in steps of whole cells, and a small
    // one in steps of quarters. Different pictures match hardly better in steps of quarters.
    return sketch(last).quarterRest(from: sketch(first)) > 0.87 * rest
  }

  /// The mean change of luma from frame to frame.
  private func change(_ positions: ClosedRange<Int>) -> Double {
    let changes = positions.map { sketch($0).lumaDifference(from: sketch($0 - 1)) }
    return changes.reduce(0, +) / Double(changes.count)
  }

  /// The usual change of luma before and after a mixture, some frames away from it, because the
  /// mixture may be longer.
  private func changeAround(_ positions: ClosedRange<Int>) -> Double {
    let (gap, count) = (3, 8)
    let before = max(1, positions.lowerBound - gap - count)..<max(1, positions.lowerBound - gap)
    let end = min(frames.count, positions.upperBound + 1 + gap)
    let after = end..<min(frames.count, end + count)
    return median([before, after].joined().map { sketch($0).lumaDifference(from: sketch($0 - 1)) })
  }

  private mutating func findDissolves() {
    let found = changes.map(\.position)
    var taken: [Mixture] = []
    var candidates: [Mixture] = []
    for half in [4, 6, 8, 10] where frames.count > 2 * half {
      for middle in half..<frames.count - half
      where !isInFade[middle - half...middle + half].contains(true)
        && !found.contains(where: { abs($0 - middle) <= half + 1 })
      {
        let ends = (frames[middle - half], frames[middle + half])
        if ends.1.start - ends.0.start > 2 { continue }
        if let mixture = Mixture(frames, middle: middle, half: half),
          isOtherPicture(after: mixture)
        {
          candidates.append(mixture)
        }
      }
    }
    for mixture in candidates.sorted(by: { ($0.rest, $0.middle) < ($1.rest, $1.middle) })
    where !found.contains(where: { abs($0 - mixture.middle) <= 12 })
      && !taken.contains(where: {
        // Long dissolves are found more than once.
        abs($0.middle - mixture.middle) <= 24
      })
    {
      taken.append(mixture)
      let (from, to) = (mixture.middle - mixture.half, mixture.middle + mixture.half)
      note(mixture.end(in: frames), sketch(to).difference(from: sketch(from)))
    }
  }
}
