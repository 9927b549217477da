internal import OutputFiles
internal import SystemPackage
internal import Threads

/// Random access to the bytes of one input, without holding a file in memory.
///
/// Reading at an offset moves no shared position, so one source serves any number of readers.
package final class ByteSource: Sendable {
  // One of the three. An enumeration would hide the pointers among its tag's bits from tools that look
  // for leaks.
  private let bytes: [UInt8]?
  private let region: InputBytes?
  private let file: FileDescriptor?

  /// How many bytes there are. A file may shrink afterwards; reads then come back short.
  package let byteCount: Int64

  /// A source over a whole file in memory.
  init(bytes: [UInt8]) {
    self.bytes = bytes
    (region, file) = (nil, nil)
    byteCount = Int64(bytes.count)
  }

  /// A source over a whole file in memory of somebody else's.
  init(_ bytes: InputBytes) {
    region = bytes
    (self.bytes, file) = (nil, nil)
    byteCount = Int64(bytes.region.count)
  }

  /// A source over an open regular file, which it closes when it goes.
  init(owning descriptor: FileDescriptor, byteCount: Int64) {
    file = descriptor
    (bytes, region) = (nil, nil)
    self.byteCount = byteCount
  }

  deinit {
    try? file?.close()
  }

  /// Which file it is; nil for memory.
  var fileStatus: FileStatus? {
    file.flatMap { FileStatus(of: $0) }
  }

  /// Copies bytes from `offset` on into `buffer`: as many as fit and as there are.
  ///
  /// Wraps `pread`.
  ///
  /// - Returns: how many bytes were copied; fewer than asked for only at the end.
  /// - Throws: ``ReadingError/system(operation:errno:)``; `CancellationError` once
  ///   ``CancellationFlag/ofOpening`` is set.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try CancellationFlag.ofOpening?.check()
    if let bytes { return bytes.withUnsafeBytes { copy($0, from: offset, into: buffer) } }
    if let region { return copy(region.region, from: offset, into: buffer) }
    return try calling("read") { try file!.fill(buffer, fromAbsoluteOffset: offset) }
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
