internal import OutputFiles
internal import SystemPackage

/// The sources and the output of one target. A line of the record that ``BatchCache`` keeps next to
/// the outputs.
struct BatchEntry: Sendable, Hashable {
  /// Changes if entries of an older animconv would be misread.
  static let version = 2

  /// One file that was written, or one folder.
  struct Output: Sendable, Hashable {
    /// Inside the folder of the record.
    var path: FilePath
    /// Whether it is a folder; ``file`` is then the ``FolderRecord`` in it.
    var isFolder: Bool
    var file: FileRecord
  }

  /// One file that was read.
  struct Input: Sendable, Hashable {
    /// Relative to the input's folder if it is there or below, otherwise absolute.
    var path: FilePath
    var file: FileRecord
  }

  var target: FilePath
  var origin: String
  var settings: String
  var inputs: [Input]
  /// Files that would have been read if they had existed.
  var missing: [FilePath] = []
  /// A digest of the names that decided which files are frames; nil if there are none.
  var listing: String?
  var outputs: [Output]

  /// Of all outputs.
  var byteCount: Int64 { outputs.reduce(0) { $0 + $1.file.stamp.byteCount } }
}

extension BatchEntry {
  /// Why a target must be made again.
  enum Reason: String, Sendable {
    case new, forced
    case settingsChanged = "settings changed"
    case inputChanged = "input changed"
    case outputMissing = "output missing"
    case outputChanged = "output changed"
  }

  /// The state of a target.
  enum Verdict {
    /// Nothing has changed; the value is an entry with newer stamps, if there are any.
    case current(BatchEntry?)
    case stale(Reason)
  }

  /// Compares the entry with the current files.
  ///
  /// - Complexity: one system call per file, and reads those whose stamps are not conclusive.
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
    // If a folder can no longer be read, the conversion starts and reports that.
    if let listing, (try? unit.listing()) != listing {
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

  /// Whether animconv wrote everything in a folder; false if the folder cannot be read.
  private static func isOurs(_ folder: FilePath) -> Bool {
    do { return try FolderRecord.stranger(in: folder) == nil } catch { return false }
  }
}
