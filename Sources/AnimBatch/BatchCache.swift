internal import CLibrary
internal import OutputFiles
internal import SystemPackage
internal import TextFormats
internal import Threads

/// The record of what batches wrote into one folder: a hidden file of JSON lines beside the outputs.
///
/// A line is added, under a lock, just before the output that it tells of gets its name, and never
/// changed; the last line of a target counts. So batches that work in one folder at once lose
/// nothing of one another, and a process that is killed leaves at worst a line about an output that
/// has not appeared, which the next run finds out by looking. A line that is cut off is passed
/// over. Now and then the file is written anew without the lines that do not count, under the same
/// lock, and appears whole.
final class BatchCache: Sendable {
  static let fileName = ".animconv-batch.jsonl"
  static let standardFile = FilePath(fileName)

  /// The folder of the outputs.
  let folder: FilePath
  /// Inside the folder.
  private let file: FilePath

  private struct State {
    var entries: [FilePath: BatchEntry] = [:]
    /// The entry before the last: what is there still when the last output has not appeared.
    var earlier: [FilePath: BatchEntry] = [:]
    /// Every content that was ever written to a path.
    var written: [FilePath: Set<String>] = [:]
    var lineCount = 0
    /// Opened to be appended to.
    var file: FileDescriptor?
    /// Bytes of the file that have been read or written here, of which file.
    var offset: Int64 = 0
    var identity: FileStatus?
  }

  private let state: GuardedState<State>
  private var path: FilePath { folder.pushing(file) }

  /// Reads what is there.
  ///
  /// - Throws: ``BatchError/cache(file:errno:)``.
  /// - Complexity: O(bytes of the record).
  init(_ folder: FilePath, file: FilePath = BatchCache.standardFile) throws(BatchError) {
    self.folder = folder
    self.file = file
    let path = folder.pushing(file)
    state = GuardedState(State())
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec])
      defer { try? file.close() }
      try state.withLock { try Self.readOn(file, into: &$0) }
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return
    } catch {
      throw .cache(file: path.string, errno: (error as? Errno)?.rawValue ?? EIO)
    }
  }

  deinit { state.withLock { try? $0.file?.close() } }

  /// Reads what other processes have added meanwhile. Failing at it does no harm.
  ///
  /// - Complexity: O(bytes that were added).
  func refresh() {
    let file = try? FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec])
    guard let file else { return }
    state.withLock { try? Self.readOn(file, into: &$0) }
    try? file.close()
  }

  /// What is known of a target.
  func entry(for target: FilePath) -> BatchEntry? { state.withLock { $0.entries[target] } }

  /// What is known of every target, in the order of their names.
  var entries: [BatchEntry] {
    state.withLock { Array($0.entries.values) }.sorted { $0.target.string < $1.target.string }
  }

  /// Whether a content was written to a path, inside the folder, by a batch at any time.
  func hasWritten(_ digest: String, to path: FilePath) -> Bool {
    state.withLock { $0.written[path]?.contains(digest) == true }
  }

  /// Adds a line about a target.
  ///
  /// - Throws: ``BatchError/cache(file:errno:)``; then nothing is recorded.
  func record(_ entry: BatchEntry) throws(BatchError) {
    let line = entry.json.bytes
    do {
      try state.withLock { state in
        try append(line, &state)
        Self.note(entry, in: &state)
      }
    } catch {
      throw .cache(file: path.string, errno: (error as? Errno)?.rawValue ?? EIO)
    }
  }

  /// Adds a line that says that a target is not ours any more.
  func forget(_ target: FilePath) throws(BatchError) {
    let line = JSONOutput.object([("forget", .text(PathText.text(target)))], .inline).bytes
    do {
      try state.withLock { state in
        try append(line, &state)
        state.lineCount += 1
        state.entries[target] = nil
      }
    } catch {
      throw .cache(file: path.string, errno: (error as? Errno)?.rawValue ?? EIO)
    }
  }

  /// Writes the file anew when most of its lines do not count any more. What other processes have
  /// added meanwhile is kept. Failing at it does no harm.
  func compact() {
    try? state.withLock { state in
      guard state.lineCount > 3 * state.entries.count + 64 else { return }
      var lineCount = state.lineCount
      try locked(&state) { file in
        var fresh = State()
        try Self.readOn(file, into: &fresh)
        let kept = fresh.entries.sorted { $0.key.string < $1.key.string }
          .flatMap { target, entry in [fresh.earlier[target], entry].compactMap(\.self) }
        let replacement = try OutputFile(path)
        defer { replacement.discard() }
        try replacement.append(kept.flatMap(\.json.bytes))
        try OutputFile.publish([replacement], replacing: true)
        lineCount = kept.count
      }
      state.lineCount = lineCount
      try? state.file?.close()
      state.file = nil
    }
  }

  // MARK: -

  private func append(_ line: [UInt8], _ state: inout State) throws {
    var written: (start: Int64, end: Int64) = (0, 0)
    try locked(&state) { file in
      // After a crash of the system the last line may be cut off: it must not swallow this one.
      let end = try file.seek(offset: 0, from: .end)
      var last = UInt8(ascii: "\n")
      if end > 0 {
        _ = try withUnsafeMutableBytes(of: &last) {
          try file.read(fromAbsoluteOffset: end - 1, into: $0)
        }
      }
      let bytes = last == UInt8(ascii: "\n") ? line : [UInt8(ascii: "\n")] + line
      do { _ = try file.writeAll(bytes) } catch {
        // A full disk: half a line goes again.
        ftruncate(file.rawValue, off_t(end))
        throw error
      }
      written = (end, end + Int64(bytes.count))
    }
    if state.offset == written.start { state.offset = written.end }
  }

  /// Runs `body` while no other process touches the file, which is made when it is not there.
  private func locked(_ state: inout State, _ body: (FileDescriptor) throws -> Void) throws {
    while true {
      let file: FileDescriptor
      if let open = state.file {
        file = open
      } else {
        file = try openToAppend()
        state.file = file
      }
      while flock(file.rawValue, LOCK_EX) != 0, errno != ENOTSUP, errno != ENOLCK, errno != ENOSYS {
        // On a file system that knows no locks, the batches of one process still take turns.
        if errno != EINTR { throw Errno(rawValue: errno) }
      }
      var isCurrent = true
      defer {
        flock(file.rawValue, LOCK_UN)
        if !isCurrent { try? file.close() }
      }
      // Another process may have written the file anew before the lock was ours.
      isCurrent =
        FileStatus(of: file).flatMap { own in
          FileStatus(of: path, followingLinks: false)?.isSameFile(as: own)
        } == true
      guard isCurrent else {
        state.file = nil
        continue
      }
      return try body(file)
    }
  }

  private func openToAppend() throws -> FileDescriptor {
    func open() throws -> FileDescriptor {
      try FileDescriptor.open(
        path, .readWrite, options: [.append, .create, .noFollow, .closeOnExec],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    }
    do { return try open() } catch Errno.noSuchFileOrDirectory where file.components.count > 1 {
      try makeFolders(OutputFile.folder(of: path))
      return try open()
    }
  }

  /// Reads the lines behind those that are known; all of another file.
  private static func readOn(_ file: FileDescriptor, into state: inout State) throws {
    let identity = FileStatus(of: file)
    if identity != state.identity { state.offset = 0 }
    state.identity = identity
    let count = Int(try file.seek(offset: 0, from: .end) - state.offset)
    guard count > 0 else { return }
    let start = state.offset
    let text = try [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled = try file.fill(UnsafeMutableRawBufferPointer(space), fromAbsoluteOffset: start)
    }
    // A line that is just being written is read next time.
    let whole = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    read(Array(text[..<whole]), into: &state)
    state.offset += Int64(whole)
  }

  private static func read(_ text: [UInt8], into state: inout State) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      // A line that is cut off or damaged tells nothing: its target is looked at, and made again.
      guard let json = try? JSONReader.read(Array(line)) else { continue }
      if let entry = BatchEntry(json) {
        note(entry, in: &state)
      } else if let target = json["forget"]?.string.flatMap({ PathText.path($0) }) {
        state.lineCount += 1
        state.entries[target] = nil
      }
    }
  }

  private static func note(_ entry: BatchEntry, in state: inout State) {
    state.lineCount += 1
    let last = state.entries.updateValue(entry, forKey: entry.target)
    if let last, last.outputs.map(\.file.digest) != entry.outputs.map(\.file.digest) {
      state.earlier[entry.target] = last
    }
    for output in entry.outputs {
      state.written[output.path, default: []].insert(output.file.digest)
    }
  }
}
