internal import CDeflate
internal import Stages

/// libdeflate, which compresses complete buffers faster and better than zlib.
final class DeflateCompressor {
  private let compressor: OpaquePointer
  private let recodes: Bool

  /// - Parameters:
  ///   - level: from 0 (stored) to 12 (smallest).
  ///   - recodes: whether ``DeflateRecoder`` improves the result.
  /// - Throws: ``WritingError`` if memory runs out.
  init(level: Int, recodes: Bool = false) throws {
    guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { throw Self.noMemory }
    self.compressor = compressor
    self.recodes = recodes
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// Passes a zlib stream of all bytes to `body`. Deterministic for one version of libdeflate.
  ///
  /// - Throws: ``WritingError`` if memory runs out, and errors of `body`.
  func withStream<Result>(
    of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    let stream = UnsafeMutableRawBufferPointer.allocate(byteCount: bound, alignment: 16)
    defer { stream.deallocate() }
    let count = libdeflate_zlib_compress(
      compressor, bytes.baseAddress, bytes.count, stream.baseAddress, bound)
    if count == 0 { throw Self.noMemory }
    let packed = UnsafeRawBufferPointer(rebasing: stream[..<count])
    if recodes, let smaller = DeflateRecoder.smaller(packed) {
      return try smaller.withUnsafeBytes(body)
    }
    return try body(packed)
  }

  private static var noMemory: WritingError {
    .library(operation: "packing a PNG", message: "out of memory", frame: nil)
  }
}
