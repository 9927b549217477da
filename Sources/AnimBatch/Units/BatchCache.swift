internal import CLibrary
internal import OutputFiles
internal import SystemPackage
internal import TextFormats
internal import Threads

/// The record of outputs that batches wrote to one folder: a hidden file of JSON lines next to the
/// outputs.
///
/// A line is added, under a lock, just before its output gets its name, and is never changed. The
/// last line of a target is the valid one. Batches that work in one folder at the same time
/// therefore lose nothing, and a killed process leaves at worst a line about an output that never
/// appeared, which the next run detects. Incomplete lines are ignored. From time to time the file
/// is rewritten without obsolete lines, under the same lock and atomically.
final class BatchCache: Sendable {
  static let fileName = ".animconv-batch.jsonl"
  static let standardFile = FilePath(fileName)

  /// The folder of the outputs.
  let folder: FilePath
  /// Inside the folder.
  private let file: FilePath

  private struct State {
    var entries: [FilePath: BatchEntry] = [:]
    /// The entry before the last one: the file that still exists if the last output did not appear.
    var earlier: [FilePath: BatchEntry] = [:]
    /// Every content that was ever written to a path.
    var written: [FilePath: Set<String>] = [:]
    var lineCount = 0
    /// Open for appending.
    var file: FileDescriptor?
    /// The number of bytes that this process has read or written, and the identity of the file.
    var offset: Int64 = 0
    var identity: FileStatus?
  }

  private let state: GuardedState<State>
  private var path: FilePath { folder.pushing(file) }

  /// Reads the existing record.
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

  /// Reads lines that other processes have added. A failure is harmless.
  ///
  /// - Complexity: O(bytes that were added).
  func refresh() {
    let file = try? FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec])
    guard let file else { return }
    state.withLock { try? Self.readOn(file, into: &$0) }
    try? file.close()
  }

  /// The entry of a target.
  func entry(for target: FilePath) -> BatchEntry? { state.withLock { $0.entries[target] } }

  /// The entries of all targets, in the order of their names.
  var entries: [BatchEntry] {
    state.withLock { Array($0.entries.values) }.sorted { $0.target.string < $1.target.string }
  }

  /// Whether a batch ever wrote a content to a path inside the folder.
  func hasWritten(_ digest: String, to path: FilePath) -> Bool {
    state.withLock { $0.written[path]?.contains(digest) == true }
  }

  /// Adds a line about a target.
  ///
  /// - Throws: ``BatchError/cache(file:errno:)``; nothing is recorded then.
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

  /// Adds a line that removes a target from the record.
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

  /// Rewrites the file if most of its lines are obsolete. Lines that other processes have added are
  /// kept. A failure is harmless.
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
      // After a system crash the last line may be incomplete; it must not swallow this one.
      let end = try file.seek(offset: 0, from: .end)
      var last = UInt8(ascii: "\n")
      if end > 0 {
        _ = try withUnsafeMutableBytes(of: &last) {
          try file.read(fromAbsoluteOffset: end - 1, into: $0)
        }
      }
      let bytes = last == UInt8(ascii: "\n") ? line : [UInt8(ascii: "\n")] + line
      do { _ = try file.writeAll(bytes) } catch {
        // If the disk is full, half a line is removed again.
        ftruncate(file.rawValue, off_t(end))
        throw error
      }
      written = (end, end + Int64(bytes.count))
    }
    if state.offset == written.start { state.offset = written.end }
  }

  /// Runs `body` while no other process uses the file, which is created if it is missing.
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
        // On a file system without locks, the batches of one process still take turns.
        if errno != EINTR { throw Errno(rawValue: errno) }
      }
      var isCurrent = true
      defer {
        flock(file.rawValue, LOCK_UN)
        if !isCurrent { try? file.close() }
      }
      // Another process may have rewritten the file before this one got the lock.
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

  /// Reads the lines after the known ones; all lines if it is another file.
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
    // A line that is being written is read next time.
    let whole = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    read(Array(text[..<whole]), into: &state)
    state.offset += Int64(whole)
  }

  private static func read(_ text: [UInt8], into state: inout State) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      // An incomplete or damaged line is ignored: its target is examined and made again.
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
