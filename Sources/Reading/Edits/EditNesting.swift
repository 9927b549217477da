internal import OutputFiles
internal import SystemPackage
internal import Threads

/// The edits around the one that is being opened, and the number of inputs that were opened for all
/// of them, so that edits that name each other end soon.
final class EditNesting: Sendable {
  /// Bound while the inputs of an edit are opened.
  @TaskLocal static var current: EditNesting?

  /// The largest number of edits inside each other.
  static let maxDepth = 16
  /// The largest number of inputs of an edit with all edits inside it.
  static let maxInputs = 10_000

  /// The folder that inputs cannot leave: of the innermost edit that is a file; nil for none.
  let folder: FilePath?
  private let files: [(name: String, file: FileStatus?)]
  private let inputs: GuardedState<Int>

  private init(
    folder: FilePath?, files: [(name: String, file: FileStatus?)], inputs: GuardedState<Int>
  ) {
    self.folder = folder
    self.files = files
    self.inputs = inputs
  }

  /// Whether no other edit is around it.
  var isOutermost: Bool { files.count == 1 }

  /// The nesting for an edit that is opened now.
  ///
  /// - Parameters:
  ///   - file: of its JSON; nil for an edit in place and for a program's own.
  ///   - folder: of its JSON; nil for that of the edit around it.
  /// - Throws: ``EditError``.
  static func entering(
    _ name: String, _ file: FileStatus?, in folder: FilePath?
  ) throws -> EditNesting {
    let outer = current?.files ?? []
    if let file, let first = outer.firstIndex(where: { $0.file?.isSameFile(as: file) == true }) {
      throw EditError.circular(outer[first...].map(\.name) + [name])
    }
    if outer.count >= maxDepth { throw EditError.tooDeep(allowed: maxDepth) }
    return EditNesting(
      folder: folder ?? current?.folder, files: outer + [(name, file)],
      inputs: current?.inputs ?? GuardedState(0))
  }

  /// The same edits, without the inputs that were counted.
  var again: EditNesting {
    EditNesting(folder: folder, files: files, inputs: GuardedState(0))
  }

  /// Counts an input.
  ///
  /// - Throws: ``EditError/tooManyInputs(allowed:)``.
  func count() throws {
    let count = inputs.withLock { count in
      count += 1
      return count
    }
    if count > Self.maxInputs { throw EditError.tooManyInputs(allowed: Self.maxInputs) }
  }
}
