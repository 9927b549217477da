import AnimConv
import SystemPackage

/// An animation as an app shows it: the frame that is due, if it is ready.
private struct Player {
  let animation: AnimatedImage
  var cursor: PlaybackCursor
  var shown = 0
  /// Ticks at which another frame than the one that was due was shown, in the first play and later.
  var missed = (first: 0, later: 0)

  init(_ animation: AnimatedImage) async throws {
    self.animation = animation
    _ = try await animation.start(.skip)
    cursor = PlaybackCursor(timeline: animation.timeline, plays: .forever)
  }

  mutating func tick(at time: RationalTime) {
    let position = cursor.advance(to: time)
    if position.frame != shown {
      if let frame = animation.frameIfReady(at: position.frame) { shown = frame.index }
    }
    guard position.frame != shown else { return }
    if position.play == 0 { missed.first += 1 } else { missed.later += 1 }
  }
}

/// Plays every file at 60 Hz for some seconds and counts the ticks that show an earlier frame.
///
/// - Parameter mebibytes: of one budget for all; 0 for a budget of each, of the default size.
func playAtTicks(seconds: Int, mebibytes: Int, files: [String]) async throws {
  let shared = mebibytes == 0 ? nil : FrameBudget(bytes: mebibytes << 20)
  var players: [Player] = []
  for file in files {
    let animation = try await AnimatedImage(
      .path(FilePath(file)), budget: shared ?? FrameBudget())
    players.append(try await Player(animation))
  }
  let clock = ContinuousClock()
  let start = clock.now
  var due = start
  var ticks = 0
  var lateness: [Double] = []
  while due - start < .seconds(seconds) {
    try await clock.sleep(until: due, tolerance: .zero)
    lateness.append((clock.now - due).milliseconds)
    for index in players.indices {
      players[index].tick(at: RationalTime(clock.now - start))
      ticks += 1
    }
    due += .seconds(1) / 60
  }
  let first = players.reduce(0) { $0 + $1.missed.first }
  let later = players.reduce(0) { $0 + $1.missed.later }
  lateness.sort()
  print("players", players.count, separator: "\t")
  print("ticks", ticks, separator: "\t")
  print(
    "missed", first + later, text(100 * Double(first + later) / Double(ticks)), "%", separator: "\t"
  )
  print("missed in the first play", first, separator: "\t")
  print(
    "the clock was late, 99 % and worst ms",
    text(lateness[lateness.count * 99 / 100]), text(lateness.last!), separator: "\t")
  print("peak memory of the process, KiB", Memory.peakKiB, separator: "\t")
}
