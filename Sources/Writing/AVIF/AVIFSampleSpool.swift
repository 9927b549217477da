internal import Libav
internal import OutputFiles
internal import SystemPackage

/// Stores the encoded images of one track in an unnamed file until the boxes that list them can be
/// written; memory holds only their sizes.
///
/// The file is next to the output, where room is needed anyway, and vanishes with its descriptor.
struct AVIFSampleSpool: ~Copyable {
  /// Nil for data that stays in memory.
  private let file: TemporaryFile?
  private var waiting: [UInt8] = []
  private static let capacity = 256 << 10
  private var readOffset: Int64 = 0

  /// Bytes of each.
  private(set) var sizes: [UInt32] = []
  /// The key frames among them.
  private(set) var keys: [UInt32] = []

  /// - Parameters:
  ///   - output: the file in whose folder it is created.
  ///   - suffix: its name with this suffix is used for a moment.
  /// - Throws: `Errno`.
  init(besides output: FilePath, suffix: String) throws {
    file = try TemporaryFile(beside: output, suffix: suffix)
  }

  /// Keeps everything in memory, which is little for a still picture.
  init() { file = nil }

  /// Appends a picture.
  ///
  /// - Throws: `Errno`.
  mutating func append(_ bytes: [UInt8], isKey: Bool) throws {
    if isKey { keys.append(UInt32(sizes.count)) }
    sizes.append(UInt32(bytes.count))
    waiting += bytes
    if waiting.count >= Self.capacity { try flush() }
  }

  /// Reads the bytes after those that were already read, in pieces.
  ///
  /// - Throws: `Errno`, and errors of `body`.
  mutating func read(_ count: Int, _ body: ([UInt8]) throws -> Void) throws {
    try flush()
    guard let file else {
      try body(Array(waiting[Int(readOffset)..<Int(readOffset) + count]))
      readOffset += Int64(count)
      return
    }
    var left = count
    while left > 0 {
      let part = min(left, Self.capacity)
      var bytes = [UInt8](repeating: 0, count: part)
      let done = try bytes.withUnsafeMutableBytes {
        try file.fill($0, at: readOffset)
      }
      guard done == part else { throw Errno.ioError }
      readOffset += Int64(part)
      left -= part
      try body(bytes)
    }
  }

  private mutating func flush() throws {
    guard let file, !waiting.isEmpty else { return }
    try file.append(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
