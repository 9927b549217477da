internal import OutputFiles
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

  private let files: [(name: String, file: FileStatus?)]
  private let inputs: GuardedState<Int>

  private init(files: [(name: String, file: FileStatus?)], inputs: GuardedState<Int>) {
    self.files = files
    self.inputs = inputs
  }

  /// The nesting for an edit that is opened now.
  ///
  /// - Parameter file: of its JSON; nil for a program's own.
  /// - Throws: ``EditError``.
  static func entering(_ name: String, _ file: FileStatus?) throws -> EditNesting {
    let outer = current?.files ?? []
    if let file, let first = outer.firstIndex(where: { $0.file?.isSameFile(as: file) == true }) {
      throw EditError.circular(outer[first...].map(\.name) + [name])
    }
    if outer.count >= maxDepth { throw EditError.tooDeep(allowed: maxDepth) }
    return EditNesting(files: outer + [(name, file)], inputs: current?.inputs ?? GuardedState(0))
  }

  /// The same edits, without the inputs that were counted.
  var again: EditNesting { EditNesting(files: files, inputs: GuardedState(0)) }

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
