internal import Atlases
internal import OutputFiles
internal import SystemPackage
internal import Threads

/// Opens the inputs of an edit.
struct EditInputs {
  /// Opens an input, or a file that is already open.
  typealias Opener = (AnimationInput, ReadingOptions, ByteSource?) throws -> any FrameSource

  /// The folder of the edit's file, which its inputs cannot leave; nil for a program's own edit.
  let folder: FilePath?
  private let options: ReadingOptions
  private let open: Opener
  /// The flag that stops an opening.
  private let cancellation = CancellationFlag.ofOpening

  init(folder: FilePath?, _ options: ReadingOptions, open: @escaping Opener) {
    self.folder = folder
    self.open = open
    self.options = options
  }

  /// - Throws: ``PartFailure``.
  func open(
    _ input: AnimationInput, tag: String?, in nesting: EditNesting
  ) throws -> any FrameSource {
    var options = options
    if let tag { options.sheet.tag = tag }
    return try Self.naming(input) {
      if input.isReadOnce { throw EditError.stream(input.name) }
      return try EditNesting.$current.withValue(nesting) {
        try CancellationFlag.$ofOpening.withValue(cancellation) {
          try open(input, options, contained(input))
        }
      }
    }
  }

  /// A file in the folder, which is opened without following links; nil for folders, for patterns and
  /// without a folder.
  private func contained(_ input: AnimationInput) throws -> ByteSource? {
    guard let folder, case .path(let path) = input else { return nil }
    var name = path
    guard folder.isEmpty || name.removePrefix(folder) else { return nil }
    guard FrameFolderRequest(path) == nil else {
      try Self.checkFolders(of: name, in: folder)
      return nil
    }
    let file = try Self.open(name.string, in: folder)
    do {
      return ByteSource(owning: file, byteCount: Int64(try Stat(file).size))
    } catch {
      try? file.close()
      throw error
    }
  }

  /// Checks that no folder on the way to a folder of frames, or to a pattern, is a link.
  ///
  /// - Throws: ``EditError/link(_:)``.
  private static func checkFolders(of name: FilePath, in folder: FilePath) throws {
    var place = folder
    for component in name.components {
      place.append(component)
      guard let status = FileStatus(of: place, followingLinks: false) else { return }
      if status.isSymbolicLink { throw EditError.link(name.string) }
    }
  }

  /// Opens a file in the folder of an edit.
  ///
  /// - Throws: ``EditError``, `AtlasError`.
  private static func open(_ name: String, in folder: FilePath) throws -> FileDescriptor {
    do { return try InputTrace.open(contained: name, in: folder) } catch AtlasError.imageNotFound {
      throw EditError.missing(name)
    } catch AtlasError.imageRefused(_, .symbolicLink) {
      throw EditError.link(name)
    } catch AtlasError.imageRefused(_, .notRegularFile) {
      throw EditError.notFile(name)
    }
  }

  /// Adds the name of the input to an error.
  static func naming<Value>(_ input: AnimationInput, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error
      where error is CancellationError || error is PartFailure
    { throw error } catch {
      throw PartFailure(name: input.name, error: error)
    }
  }
}
