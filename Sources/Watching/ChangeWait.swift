internal import CLibrary
internal import OutputFiles
package import SystemPackage

/// Waits until what a job read has changed since it began.
///
/// ```swift
/// let wait = ChangeWait(before: files)
/// try await job()
/// let changed = wait.changes(of: files)
/// ```
package struct ChangeWait {
  /// Between two looks when the system tells of nothing, in milliseconds.
  static let pollInterval = 2000
  /// How long everything has to stay as it is, in milliseconds: programs write files in parts, and
  /// save several one after another.
  static let quietTime = 200

  /// How far a file's time may lie before the clock that it is of, in nanoseconds: file systems take it
  /// from the last tick of the system's timer.
  private static let clockGrain: Int64 = 50_000_000

  private let before: FileStates
  private let began: Int64
  private let usesNotices: Bool

  /// Looks at the files. Called before the job begins, so that nothing is missed meanwhile.
  ///
  /// - Parameter usesNotices: whether the system may say when to look; otherwise that is done every two
  ///   seconds.
  package init(before watched: WatchedFiles, usesNotices: Bool = true) {
    self.usesNotices = usesNotices
    began = FileStamp.now - Self.clockGrain
    before = FileStates(watched)
  }

  /// Returns when something has changed and then nothing for a while.
  ///
  /// - Parameter watched: what the job is known to read now that it has run.
  /// - Returns: what has changed; never empty.
  package func changes(of watched: WatchedFiles) -> [FilePath] {
    let queue = ChangeQueue(usesNotices ? watched.placesOfNotices : nil)
    let now = FileStates(watched)
    let base = before.completed(by: now, began: began)
    var state = now
    while true {
      while state == base {
        queue.wait(milliseconds: Self.pollInterval)
        state = FileStates(watched)
      }
      var last: FileStates
      repeat {
        last = state
        usleep(UInt32(Self.quietTime) * 1000)
        state = FileStates(watched)
      } while state != last
      let changed = base.changes(to: state)
      if !changed.isEmpty { return changed }
    }
  }
}
