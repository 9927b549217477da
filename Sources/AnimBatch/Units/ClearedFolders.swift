internal import OutputFiles
internal import SystemPackage
internal import Threads

/// The folders of one run that were already checked for leftovers of killed processes.
///
/// A conversion checks the folder that it writes to. A run without pending conversions writes
/// nothing.
final class ClearedFolders: Sendable {
  private let known = GuardedState<Set<FilePath>>([])

  /// Removes leftovers of killed processes next to a unit's output and record, once for each
  /// folder.
  func clear(for unit: BatchUnit) {
    for path in [unit.output, unit.folder.pushing(unit.recordFile)] {
      let folder = OutputFile.folder(of: path)
      if known.withLock({ $0.insert(folder).inserted }) { OutputLeftovers.clear(in: folder) }
    }
  }
}
