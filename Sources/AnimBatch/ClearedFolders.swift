internal import OutputFiles
internal import SystemPackage
internal import Threads

/// The folders of one run in which what killed processes left has been looked for.
///
/// A conversion looks where it writes. A run in which everything is up to date writes nothing.
final class ClearedFolders: Sendable {
  private let known = GuardedState<Set<FilePath>>([])

  /// Removes what killed processes left beside a unit's output and beside its record, the first time
  /// that a folder comes.
  func clear(for unit: BatchUnit) {
    for path in [unit.output, unit.folder.pushing(unit.recordFile)] {
      let folder = OutputFile.folder(of: path)
      if known.withLock({ $0.insert(folder).inserted }) { OutputLeftovers.clear(in: folder) }
    }
  }
}
