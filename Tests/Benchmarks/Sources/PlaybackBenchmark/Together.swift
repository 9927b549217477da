import AnimConv
import AnimTiming
import Foundation
import SystemPackage

/// The results of playing one animation.
struct Played: Sendable {
  var shown = 0
  var skipped = 0
  var wrong = 0
  /// The delay of each shown frame in milliseconds.
  var lateness: [Double] = []
}

/// Plays every file in real time for some seconds, all in one budget, and compares every frame with
/// reading in order.
func playTogether(seconds: Int, mebibytes: Int, files: [String]) async throws {
  // Broken and hostile files are not included.
  var expected: [(AnimationInput, [Int])] = []
  for file in files {
    let input = AnimationInput.path(FilePath(file))
    guard let source = try? await input.open() else { continue }
    var hashes: [Int] = []
    while let frame = try? source.next() { hashes.append(hash(of: frame.pixels)) }
    if hashes.count == source.info.frames.count { expected.append((input, hashes)) }
  }
  let before = Memory.residentKiB
  Memory.forgetPeak()
  let budget = FrameBudget(bytes: mebibytes << 20)
  var animations: [(AnimatedImage, [Int])] = []
  for (input, hashes) in expected {
    animations.append((try await AnimatedImage(input, budget: budget), hashes))
  }
  let canvasBytes = animations.reduce(0) { $0 + $1.0.size.area * 4 }
  let opened = Memory.residentKiB
  let clock = ContinuousClock()
  let end = clock.now + .seconds(seconds)
  let all = try await withThrowingTaskGroup(of: Played.self) { group in
    for (animation, hashes) in animations {
      group.addTask { try await play(animation, hashes, until: end) }
    }
    return try await group.reduce(into: [Played]()) { $0.append($1) }
  }
  let late = all.flatMap(\.lateness).sorted()
  print("animations", animations.count, separator: "\t")
  print("frames shown", late.count, separator: "\t")
  print("wrong", all.reduce(0) { $0 + $1.wrong }, separator: "\t")
  print("left out", all.reduce(0) { $0 + $1.skipped }, separator: "\t")
  print("late, median ms", text(late[late.count / 2]), separator: "\t")
  print("late, 99 % ms", text(late[late.count * 99 / 100]), separator: "\t")
  print("late, worst ms", text(late.last!), separator: "\t")
  print("peak of the budget, KiB", budget.peakBytes >> 10, "of", mebibytes << 10, separator: "\t")
  print(
    "all frames of all animations, KiB",
    animations.reduce(0) { $0 + $1.0.count * $1.0.size.area * 4 } >> 10, separator: "\t")
  print("one canvas of each, KiB", canvasBytes >> 10, separator: "\t")
  // The budget, plus the additional memory that the library states.
  let stated = mebibytes << 10 + animations.reduce(0) { $0 + $1.0.decodingBytes } >> 10 + 16 << 10
  let taken = Memory.peakKiB - before
  print("taken, KiB", taken, "of the stated", stated, separator: "\t")
  print("resident before, opened, peak, KiB", before, opened, Memory.peakKiB, separator: "\t")
  if taken > stated || late.isEmpty { exit(1) }
}

private func play(
  _ animation: AnimatedImage, _ hashes: [Int], until end: ContinuousClock.Instant
) async throws -> Played {
  let clock = ContinuousClock()
  var played = Played()
  _ = try await animation.start(.skip)
  // All of them play until the end.
  var cursor = PlaybackCursor(timeline: animation.timeline, plays: .forever)
  let start = clock.now
  var position = cursor.advance(to: .zero)
  var count = 0
  while let change = position.nextChange, clock.now < end {
    let due = start + Duration(change)
    if due > end { break }
    try await clock.sleep(until: due, tolerance: .zero)
    let last = position.play * animation.count + position.frame
    position = cursor.advance(to: RationalTime(clock.now - start))
    if position.isFinished { break }
    let frame = try await animation.frame(at: position.frame)
    played.lateness.append((clock.now - due).milliseconds)
    played.shown += 1
    played.skipped += position.play * animation.count + position.frame - last - 1
    // Hashing every frame would measure hashing.
    count += 1
    if count % 4 == 0, hash(of: frame.pixels) != hashes[position.frame] { played.wrong += 1 }
  }
  return played
}

func hash(of pixels: PixelBuffer) -> Int {
  var hasher = Hasher()
  pixels.withBytes { hasher.combine(bytes: $0) }
  return hasher.finalize()
}
