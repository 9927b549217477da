internal import CLibrary
internal import OutputFiles
internal import Stages
package import SystemPackage

/// Outputs of earlier runs that a batch no longer makes.
///
/// A file qualifies only if it is in the record next to the outputs, has the recorded bytes, and
/// belongs to the same batch file or to a command line with the same patterns and kinds of output.
/// Files that the batch now reads or writes are always kept, and so are files behind symbolic
/// links.
package struct BatchPruning: Sendable {
  /// What happened to one such file or folder.
  package struct Item: Sendable, Hashable {
    package let path: FilePath
    /// Why it is kept; nil if it is removed.
    package let keptBecause: String?
  }

  private let plan: BatchPlan
  private let caches: [FilePath: BatchCache]

  /// - Parameter plan: the whole batch, not a share.
  /// - Throws: ``BatchError/cache(file:errno:)``.
  package init(_ plan: BatchPlan) throws(BatchError) {
    self.plan = plan
    var caches: [FilePath: BatchCache] = [:]
    for unit in plan.units where caches[unit.folder] == nil {
      caches[unit.folder] = try BatchCache(unit.folder)
    }
    self.caches = caches
  }

  /// Removes obsolete outputs, and folders that are empty afterwards.
  ///
  /// - Parameter isRehearsal: only reports, without changing anything.
  /// - Throws: ``BatchError/cache(file:errno:)``; ``BatchError/folderUnreadable(folder:errno:)`` if
  ///   files in use cannot be determined.
  package func prune(isRehearsal: Bool) throws(BatchError) -> [Item] {
    var items: [Item] = []
    let used = try filesInUse
    var places = RealPlaces()
    for (folder, cache) in caches.sorted(by: { $0.key.string < $1.key.string }) {
      let targets = Set(plan.units.lazy.filter { $0.folder == folder }.map(\.target))
      for entry in cache.entries
      where entry.origin == plan.origin && !targets.contains(entry.target) {
        var goes = true
        for output in entry.outputs {
          let path = folder.pushing(output.path)
          let status: FileStatus
          do {
            guard let seen = try FileStatus.seen(at: path, followingLinks: false)
            else { continue }
            status = seen
          } catch {
            // The file may still exist, so its entry is kept.
            goes = false
            items.append(
              Item(path: path, keptBecause: "it cannot be read: \(describe(errno: error.rawValue))")
            )
            continue
          }
          if used.contains(where: { $0.isSameFile(as: status) }) {
            goes = false
            continue
          }
          let isInside =
            places.place(of: path) == places.place(ofFolder: folder).pushing(output.path)
          var reason =
            isInside
            ? Self.obstacle(output, at: path, status) : "it is behind a symbolic link"
          if reason == nil, !isRehearsal {
            reason = Self.remove(output, at: path, inside: folder)
          }
          if reason != nil { goes = false }
          items.append(Item(path: path, keptBecause: reason))
        }
        if goes, !isRehearsal { try cache.forget(entry.target) }
      }
    }
    return items
  }

  /// Everything that the batch reads and writes now, under any name: it is never removed.
  private var filesInUse: Set<FileStatus> {
    get throws(BatchError) {
      var paths: [FilePath] = []
      for unit in plan.units {
        paths += unit.inputs
        paths += unit.expectedOutputs
        guard let entry = caches[unit.folder]?.entry(for: unit.target) else { continue }
        let base = OutputFile.folder(of: unit.input)
        paths += entry.inputs.map { base.pushing($0.path) }
        paths += entry.outputs.map { unit.folder.pushing($0.path) }
      }
      var found: Set<FileStatus> = []
      for path in paths {
        for followingLinks in [true, false] {
          do {
            if let status = try FileStatus.seen(at: path, followingLinks: followingLinks) {
              found.insert(status)
            }
          } catch {
            throw .folderUnreadable(
              folder: OutputFile.folder(of: path).string, errno: error.rawValue)
          }
        }
      }
      return found
    }
  }

  /// Why an output must be kept; nil if it may be removed.
  private static func obstacle(
    _ output: BatchEntry.Output, at path: FilePath, _ status: FileStatus
  ) -> String? {
    if output.isFolder {
      guard status.isFolder else { return "it is no longer a folder" }
      do {
        if let stranger = try FolderRecord.stranger(in: path) {
          return "it holds a file of yours: \(stranger)"
        }
      } catch {
        return "it cannot be read"
      }
      let record = FileRecord(reading: path.appending(FolderRecord.fileName))
      return record?.digest == output.file.digest ? nil : "it has changed since it was written"
    }
    guard status.isRegularFile, let file = FileRecord(reading: path),
      file.digest == output.file.digest
    else { return "it has changed since it was written" }
    return nil
  }

  /// - Returns: why it could not be removed; nil if it was.
  private static func remove(
    _ output: BatchEntry.Output, at path: FilePath, inside folder: FilePath
  ) -> String? {
    if let errno = TemporaryFiles.remove(path) {
      return "it cannot be removed: \(describe(errno: errno))"
    }
    var parent = output.path.removingLastComponent()
    while !parent.isEmpty {
      guard folder.pushing(parent).withPlatformString({ rmdir($0) }) == 0 else { return nil }
      parent = parent.removingLastComponent()
    }
    return nil
  }
}
