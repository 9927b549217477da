internal import Libav
internal import OutputFiles
internal import SystemPackage

/// Keeps the encoded pictures of one track in a file without a name until the boxes that list them
/// can be written: memory holds their sizes only.
///
/// The file lies beside the output, where there has to be room anyway, and vanishes with its
/// descriptor.
struct AVIFSampleSpool: ~Copyable {
  /// Nil for what stays in memory.
  private let file: FileDescriptor?
  private var waiting: [UInt8] = []
  private static let capacity = 256 << 10
  private var readOffset: Int64 = 0

  /// Bytes of each.
  private(set) var sizes: [UInt32] = []
  /// Which of them need no other to be decoded.
  private(set) var keys: [UInt32] = []

  /// - Parameters:
  ///   - output: the file in whose folder it is made.
  ///   - suffix: its name with this is taken for a moment.
  /// - Throws: `Errno`.
  init(besides output: FilePath, suffix: String) throws {
    file = try unnamedFile(beside: output, suffix: suffix)
  }

  /// Keeps everything in memory, which is little for a still picture.
  init() { file = nil }

  deinit { try? file?.close() }

  /// Appends a picture.
  ///
  /// - Throws: `Errno`.
  mutating func append(_ bytes: [UInt8], isKey: Bool) throws {
    if isKey { keys.append(UInt32(sizes.count)) }
    sizes.append(UInt32(bytes.count))
    waiting += bytes
    if waiting.count >= Self.capacity { try flush() }
  }

  /// Reads the bytes that follow what was read before, in pieces.
  ///
  /// - Throws: `Errno`, and what `body` throws.
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
        try file.fill($0, fromAbsoluteOffset: readOffset)
      }
      guard done == part else { throw Errno.ioError }
      readOffset += Int64(part)
      left -= part
      try body(bytes)
    }
  }

  private mutating func flush() throws {
    guard let file, !waiting.isEmpty else { return }
    try file.writeAll(waiting)
    waiting.removeAll(keepingCapacity: true)
  }
}
