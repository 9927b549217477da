internal import Atlases
package import OutputFiles
package import SystemPackage
internal import Threads

/// Records the files that were used to read an input: its own file and every file that it names.
///
/// A batch needs this to detect changes of an input. It is bound to the thread that opens a source,
/// so that readers do not have to pass it on:
///
///     let trace = InputTrace()
///     let source = try InputTrace.$current.withValue(trace) { try openSource(input) }
package final class InputTrace: Sendable {
  /// The trace for this thread; nil if it is not needed.
  @TaskLocal package static var current: InputTrace?

  /// What was found.
  package struct Findings: Sendable {
    /// Opened files, in order and each once, in their state at that time.
    package var files: [(path: FilePath, stamp: FileStamp?)] = []
    /// Files that were looked for but do not exist.
    package var missing: [FilePath] = []
    /// The folder whose names decided which files are frames.
    package var listing: FrameFolderRequest?
  }

  private struct State {
    var findings = Findings()
    var known: Set<FilePath> = []
  }

  private let state = GuardedState(State())

  package init() {}

  /// The files so far.
  package var findings: Findings { state.withLock { $0.findings } }

  /// Records an opened file.
  static func note(opened path: @autoclosure () -> FilePath) {
    guard let current else { return }
    let path = path().withoutCurrentDirectories
    current.state.withLock {
      if $0.known.insert(path).inserted {
        $0.findings.files.append((path, FileStamp(of: path)))
      }
    }
  }

  /// Records a missing file.
  static func note(missing path: @autoclosure () -> FilePath) {
    guard let current else { return }
    let path = path().withoutCurrentDirectories
    current.state.withLock {
      if $0.known.insert(path).inserted { $0.findings.missing.append(path) }
    }
  }

  /// Records that the names in a folder were read.
  static func note(listed request: FrameFolderRequest) {
    current?.state.withLock { $0.findings.listing = request }
  }

  /// Opens a file that data names, and records it or its absence.
  ///
  /// - Throws: errors of ``ContainedFile/open(_:in:)``.
  static func open(contained name: String, in folder: FilePath) throws -> FileDescriptor {
    let path = {
      name.split { $0 == "/" || $0 == "\\" }.reduce(folder) { $0.appending(String($1)) }
    }
    do {
      let file = try ContainedFile.open(name, in: folder)
      note(opened: path())
      return file
    } catch let error as AtlasError {
      if case .imageNotFound = error { note(missing: path()) }
      throw error
    }
  }
}

extension FilePath {
  /// Without `.` components. `..` is kept, because after a symbolic link it leads elsewhere than
  /// its text suggests.
  package var withoutCurrentDirectories: FilePath {
    FilePath(root: root, components.filter { $0.kind != .currentDirectory })
  }
}
