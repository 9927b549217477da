internal import OutputFiles
internal import SystemPackage
internal import Threads

/// Random access to the bytes of one input, without holding a file in memory.
///
/// Reading at an offset moves no shared position, so one source serves any number of readers.
package final class ByteSource: Sendable {
  private enum Storage {
    case memory([UInt8])
    case region(AnimationInput.Bytes)
    case file(FileDescriptor, FileVersion?)
    case temporary(TemporaryFile)
    case part(ByteSource, start: Int64)
  }

  private let storage: Storage

  /// The number of bytes. If the file shrinks afterwards, reads return fewer.
  package let byteCount: Int64

  /// A source over a whole file in memory.
  init(bytes: [UInt8]) {
    storage = .memory(bytes)
    byteCount = Int64(bytes.count)
  }

  /// A source over a whole file in memory with another owner.
  init(_ bytes: AnimationInput.Bytes) {
    storage = .region(bytes)
    byteCount = Int64(bytes.region.count)
  }

  /// A source over an open regular file, which is closed when the source is released.
  init(owning descriptor: FileDescriptor, byteCount: Int64) {
    storage = .file(descriptor, FileVersion(of: descriptor))
    self.byteCount = byteCount
  }

  /// A source over a complete temporary file.
  init(_ file: TemporaryFile, byteCount: Int64) {
    storage = .temporary(file)
    self.byteCount = byteCount
  }

  /// A source over a range of another source's bytes.
  ///
  /// - Parameters:
  ///   - start: from 0 to the number of bytes; clipped to these.
  ///   - end: after the last byte; clipped likewise, and not before `start`.
  init(_ whole: ByteSource, from start: Int64, to end: Int64) {
    let start = min(max(start, 0), whole.byteCount)
    storage = .part(whole, start: start)
    byteCount = max(min(end, whole.byteCount) - start, 0)
  }

  deinit {
    if case .file(let descriptor, _) = storage { try? descriptor.close() }
  }

  /// The file's identity; nil for memory.
  var fileStatus: FileStatus? {
    switch storage {
    case .file(let descriptor, _): FileStatus(of: descriptor)
    case .temporary(let file): FileStatus(of: file.descriptor)
    case .part(let whole, _): whole.fileStatus
    case .memory, .region: nil
    }
  }

  /// Whether the file was modified since it was opened; always false for memory.
  var hasChanged: Bool {
    switch storage {
    case .file(let descriptor, let version?): FileVersion(of: descriptor) != version
    case .part(let whole, _): whole.hasChanged
    case .file, .temporary, .memory, .region: false
    }
  }

  /// Copies bytes from `offset` into `buffer`, as many as fit and exist.
  ///
  /// Wraps `pread`.
  ///
  /// - Returns: the number of copied bytes; fewer than requested only at the end.
  /// - Throws: ``ReadingError/system(operation:errno:)``; `CancellationError` once
  ///   ``CancellationFlag/ofOpening`` is set.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try CancellationFlag.ofOpening?.check()
    switch storage {
    case .memory(let bytes): return bytes.withUnsafeBytes { copy($0, from: offset, into: buffer) }
    case .region(let bytes): return copy(bytes.region, from: offset, into: buffer)
    case .file(let descriptor, _):
      return try calling("read") { try descriptor.fill(buffer, fromAbsoluteOffset: offset) }
    case .temporary(let file):
      return try calling("read") { try file.fill(buffer, at: offset) }
    case .part(let whole, let start):
      guard offset >= 0, offset < byteCount else { return 0 }
      let count = Int(min(Int64(buffer.count), byteCount - offset))
      return try whole.read(
        at: start + offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private func copy(
    _ all: UnsafeRawBufferPointer, from offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard offset >= 0, offset < byteCount else { return 0 }
    let part = all[Int(offset)...].prefix(buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
    return part.count
  }
}
