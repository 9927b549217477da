internal import AnimBatch
internal import AnimConv
internal import SystemPackage

/// The current units of a batch's workers, each on its own line while it runs.
struct BatchWorkers {
  private struct Worker {
    let unit: String
    let name: String
    var progress = Conversion.Progress(phase: .surveying, framesDone: 0, framesTotal: 0)
    /// When the current phase started.
    var phaseBegan: ContinuousClock.Instant
  }

  /// Nil for a free line.
  private var workers: [Worker?] = []

  /// Puts a unit on the first free line.
  mutating func begin(_ unit: BatchUnit) {
    let worker = Worker(
      unit: unit.id, name: Diagnostics.printable(unit.target.string), phaseBegan: .now)
    if let free = workers.firstIndex(where: { $0 == nil }) {
      workers[free] = worker
    } else {
      workers.append(worker)
    }
  }

  mutating func note(_ progress: Conversion.Progress, of unit: BatchUnit) {
    guard let index = index(of: unit.id) else { return }
    if workers[index]!.progress.phase != progress.phase { workers[index]!.phaseBegan = .now }
    workers[index]!.progress = progress
  }

  mutating func end(_ unit: String) {
    if let index = index(of: unit) { workers[index] = nil }
    while let last = workers.last, last == nil { workers.removeLast() }
  }

  private func index(of unit: String) -> Int? { workers.firstIndex { $0?.unit == unit } }

  /// Frames done and in total, of all running units.
  var frames: [(done: Int, total: Int)] {
    workers.compactMap { worker in
      worker.map { ($0.progress.framesDone, $0.progress.framesTotal) }
    }
  }

  /// `orbit.mp4  120/600  48.2 fps  1.11 MB  ETA 0:10`
  ///
  /// - Parameter columns: the available columns for each.
  func lines(at now: ContinuousClock.Instant, columns: Int) -> [String] {
    workers.map { worker in
      guard let worker else { return "" }
      // The name gets the columns that remain beside the figures.
      let figures = ProgressReporter.line(
        worker.progress, elapsed: now - worker.phaseBegan, columns: min(columns * 2 / 3, 37))
      return ProgressText.line(name: worker.name, figures: figures, columns: columns)
    }
  }
}
