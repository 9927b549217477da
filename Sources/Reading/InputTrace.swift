internal import Atlases
package import OutputFiles
package import SystemPackage
internal import Threads

/// What was looked at to read an input: its own file and every file beside it that it led to.
///
/// A batch needs it to tell whether anything of an input has changed. It is bound to the thread
/// that opens a source, so that no reader has to hand it on:
///
///     let trace = InputTrace()
///     let source = try InputTrace.$current.withValue(trace) { try openSource(input) }
package final class InputTrace: Sendable {
  /// The trace of what this thread opens; nil when nobody wants to know.
  @TaskLocal package static var current: InputTrace?

  /// What was found.
  package struct Findings: Sendable {
    /// Files that were opened, in order and each once, as they were then.
    package var files: [(path: FilePath, stamp: FileStamp?)] = []
    /// Files that were looked for and were not there.
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

  /// What was found until now.
  package var findings: Findings { state.withLock { $0.findings } }

  /// Notes a file that was opened.
  static func note(opened path: @autoclosure () -> FilePath) {
    guard let current else { return }
    let path = path().withoutCurrentDirectories
    current.state.withLock {
      if $0.known.insert(path).inserted {
        $0.findings.files.append((path, FileStamp(of: path)))
      }
    }
  }

  /// Notes a file that would have been opened.
  static func note(missing path: @autoclosure () -> FilePath) {
    guard let current else { return }
    let path = path().withoutCurrentDirectories
    current.state.withLock {
      if $0.known.insert(path).inserted { $0.findings.missing.append(path) }
    }
  }

  /// Notes that the names in a folder were read.
  static func note(listed request: FrameFolderRequest) {
    current?.state.withLock { $0.findings.listing = request }
  }

  /// Opens a file that data names and notes it, or that it is missing.
  ///
  /// - Throws: what ``ContainedFile/open(_:in:)`` throws.
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
  /// Without `.` components. `..` stays: behind a symbolic link it leads elsewhere than its text.
  package var withoutCurrentDirectories: FilePath {
    FilePath(root: root, components.filter { $0.kind != .currentDirectory })
  }
}
