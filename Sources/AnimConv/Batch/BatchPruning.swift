public import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Outputs of earlier runs of a batch that it does not make any more.
///
/// Only what the record beside the outputs tells of is one, only of the same batch file (or of the
/// command line), and only while it has the recorded bytes.
public struct BatchPruning: Sendable {
  /// What became of one such file or folder.
  public struct Item: Sendable, Hashable {
    public let path: FilePath
    /// Why it stays; nil when it goes, or is gone.
    public let keptBecause: String?
  }

  private let plan: BatchPlan
  private let caches: [FilePath: BatchCache]

  /// - Parameter plan: the whole batch, not a share of it.
  /// - Throws: ``BatchError/cache(file:errno:)``.
  public init(_ plan: BatchPlan) throws(BatchError) {
    self.plan = plan
    caches = try BatchCache.all(for: plan)
  }

  /// Removes what is not made any more, and the folders that are empty then.
  ///
  /// - Parameter isRehearsal: changes nothing and only tells.
  /// - Throws: ``BatchError/cache(file:errno:)``.
  public func prune(isRehearsal: Bool) throws(BatchError) -> [Item] {
    var items: [Item] = []
    for (folder, cache) in caches.sorted(by: { $0.key.string < $1.key.string }) {
      let targets = Set(plan.units.lazy.filter { $0.folder == folder }.map(\.target))
      let current = cache.entries.filter { targets.contains($0.target) }
      let needed = Set(
        current.flatMap { $0.outputs.map(\.path) }
          + plan.units.lazy.filter { $0.folder == folder }.flatMap { unit in
            unit.expectedOutputs.map { $0.relative(to: folder) }
          })
      for entry in cache.entries
      where entry.origin == plan.origin && !targets.contains(entry.target) {
        var goes = true
        for output in entry.outputs where !needed.contains(output.path) {
          let path = folder.pushing(output.path)
          let obstacle = Self.obstacle(output, at: path)
          if obstacle != .some(nil) { goes = goes && obstacle == nil }
          guard let reason = obstacle else { continue }
          if reason == nil, !isRehearsal { Self.remove(output, at: path, inside: folder) }
          items.append(Item(path: path, keptBecause: reason))
        }
        if goes, !isRehearsal { try cache.forget(entry.target) }
      }
    }
    return items
  }

  /// Nil when there is nothing; else why it has to stay, or nil when it may go.
  private static func obstacle(_ output: BatchEntry.Output, at path: FilePath) -> String?? {
    guard let status = FileStatus(of: path, followingLinks: false) else { return nil }
    if output.isFolder {
      guard status.isFolder else { return "it is no folder any more" }
      guard let stranger = try? FolderRecord.stranger(in: path) else { return .some(nil) }
      return "there is a file of yours in it: \(stranger)"
    }
    guard status.isRegularFile, let file = FileRecord(reading: path),
      file.digest == output.file.digest
    else { return "it has changed since it was written" }
    return .some(nil)
  }

  private static func remove(
    _ output: BatchEntry.Output, at path: FilePath, inside folder: FilePath
  ) {
    TemporaryFiles.remove(path)
    var parent = output.path.removingLastComponent()
    while !parent.isEmpty {
      guard folder.pushing(parent).withPlatformString({ rmdir($0) }) == 0 else { return }
      parent = parent.removingLastComponent()
    }
  }
}
