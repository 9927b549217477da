internal import OutputFiles
internal import SystemPackage

/// What is known of one target: from what it was made, and what was written. A line of the record
/// that ``BatchCache`` keeps beside the outputs.
struct BatchEntry: Sendable, Hashable {
  /// Changes when entries of an older animconv mean something else.
  static let version = 2

  /// One file that was written, or one folder.
  struct Output: Sendable, Hashable {
    /// Inside the folder of the record.
    var path: FilePath
    /// Whether it is a folder; ``file`` is then that of the ``FolderRecord`` in it.
    var isFolder: Bool
    var file: FileRecord
  }

  /// One file that was read.
  struct Input: Sendable, Hashable {
    /// Beside the input or below, else from the root on.
    var path: FilePath
    var file: FileRecord
  }

  var target: FilePath
  var origin: String
  var settings: String
  var inputs: [Input]
  /// Files that would have been read if they had been there.
  var missing: [FilePath] = []
  /// A digest of the names that decided which files are frames; nil when none did.
  var listing: String?
  var outputs: [Output]

  /// Of all outputs.
  var byteCount: Int64 { outputs.reduce(0) { $0 + $1.file.stamp.byteCount } }
}

extension BatchEntry {
  /// Why a target has to be made again.
  enum Reason: String, Sendable {
    case new, forced
    case settingsChanged = "settings changed"
    case inputChanged = "input changed"
    case outputMissing = "output missing"
    case outputChanged = "output changed"
  }

  /// What has become of a target since.
  enum Verdict {
    /// Nothing has changed; the entry with newer stamps when there are any.
    case current(BatchEntry?)
    case stale(Reason)
  }

  /// Compares with the files as they are now.
  ///
  /// - Complexity: asks the system for every file once, and reads those whose stamps say nothing.
  func verdict(for unit: BatchUnit) -> Verdict {
    guard settings == unit.settingsDigest else { return .stale(.settingsChanged) }
    var newer = self
    let base = OutputFile.folder(of: unit.input)
    guard
      unit.input.lastComponent.map({ name in
        inputs.contains { $0.path == FilePath(name) } || listing != nil
      }) == true
    else { return .stale(.inputChanged) }
    for (index, input) in inputs.enumerated() {
      switch input.file.verdict(at: base.pushing(input.path)) {
      case .unchanged: break
      case .sameContent(let record): newer.inputs[index].file = record
      case .changed, .missing: return .stale(.inputChanged)
      }
    }
    for path in missing where FileStatus(of: base.pushing(path), followingLinks: true) != nil {
      return .stale(.inputChanged)
    }
    // A folder that cannot be read any more makes the conversion begin, which says so.
    if let listing, (try? FolderListing.digest(for: unit.input)) != listing {
      return .stale(.inputChanged)
    }
    for (index, output) in outputs.enumerated() {
      let path = unit.folder.pushing(output.path)
      let file = output.isFolder ? path.appending(FolderRecord.fileName) : path
      switch output.file.verdict(at: file) {
      case .unchanged:
        if output.isFolder, !FolderRecord.seemsUnchanged(path, since: output.file.stamp.modified),
          !Self.isOurs(path)
        {
          return .stale(.outputChanged)
        }
      case .sameContent(let record):
        if output.isFolder, !Self.isOurs(path) { return .stale(.outputChanged) }
        newer.outputs[index].file = record
      case .changed: return .stale(.outputChanged)
      case .missing: return .stale(.outputMissing)
      }
    }
    return .current(newer == self ? nil : newer)
  }

  /// Whether everything in a folder was written there by animconv; not when it cannot be read.
  private static func isOurs(_ folder: FilePath) -> Bool {
    do { return try FolderRecord.stranger(in: folder) == nil } catch { return false }
  }
}
