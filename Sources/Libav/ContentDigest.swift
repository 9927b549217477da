internal import CFFmpeg

/// Computes the SHA-256 (FIPS 180-4) of bytes that come piece by piece.
package struct ContentDigest: ~Copyable {
  private let context: OpaquePointer

  /// Wraps `av_sha_alloc` and `av_sha_init`.
  ///
  /// - Throws: when there is no memory.
  package init() throws(LibavError) {
    guard let context = av_sha_alloc() else {
      throw LibavError(operation: "make a digest", code: CFFMPEG_ERROR_ENOMEM)
    }
    av_sha_init(context, 256)
    self.context = context
  }

  deinit { av_free(UnsafeMutableRawPointer(context)) }

  /// Takes further bytes. Wraps `av_sha_update`.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    av_sha_update(context, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// The 32 bytes of the digest. Wraps `av_sha_final`.
  package consuming func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { space, count in
      av_sha_final(context, space.baseAddress)
      count = 32
    }
  }
}
