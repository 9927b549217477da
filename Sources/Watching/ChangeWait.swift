internal import CLibrary
internal import OutputFiles
package import SystemPackage

/// Waits until files that a job has read change after its start.
///
/// ```swift
/// let wait = ChangeWait(before: files)
/// try await job()
/// let changed = wait.changes(of: files)
/// ```
package struct ChangeWait {
  /// The time between two checks without notifications, in milliseconds.
  static let pollInterval = 2000
  /// The time without changes before a job starts, in milliseconds: programs write files in parts,
  /// and save several files one after another.
  static let quietTime = 200

  /// The largest difference between the clock and a file's time, in nanoseconds: file systems use
  /// the time of the system timer's last tick.
  private static let clockGrain: Int64 = 50_000_000

  private let before: FileStates
  private let began: Int64
  private let usesNotices: Bool

  /// Records the state of the files. Called before the job begins, so that no change during the job
  /// is missed.
  ///
  /// - Parameter usesNotices: whether to use the system's notifications; otherwise files are
  ///   checked every two seconds.
  package init(before watched: WatchedFiles, usesNotices: Bool = true) {
    self.usesNotices = usesNotices
    began = FileStamp.now - Self.clockGrain
    before = FileStates(watched)
  }

  /// Returns when something has changed and no further change follows for a while.
  ///
  /// - Parameter watched: the files that the job is known to read, after it has run.
  /// - Returns: the changed files; never empty.
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
