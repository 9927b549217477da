/// Computes the SHA-256 (FIPS 180-4) of bytes that arrive in pieces.
package struct ContentDigest {
  package init() {}

  /// The standard's names: a to h.
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  private static let blockBytes = 64

  /// Takes further bytes.
  ///
  /// - Complexity: O(bytes).
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var bytes = bytes[...]
    if !rest.isEmpty {
      let taken = min(Self.blockBytes - rest.count, bytes.count)
      rest += bytes.prefix(taken)
      bytes = bytes.dropFirst(taken)
      guard rest.count == Self.blockBytes else { return }
      rest.withUnsafeBytes { compress($0, &state) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / Self.blockBytes * Self.blockBytes
    compress(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)), &state)
    rest += bytes.dropFirst(whole)
  }

  /// The 32 bytes of the digest.
  package consuming func finish() -> [UInt8] {
    // A one bit, zeros, and the number of bits.
    var padding: [UInt8] = [0x80]
    let used = (rest.count + 1) % Self.blockBytes
    padding += [UInt8](repeating: 0, count: (2 * Self.blockBytes - 8 - used) % Self.blockBytes)
    withUnsafeBytes(of: (byteCount &* 8).bigEndian) { padding += $0 }
    padding.withUnsafeBytes { update($0) }
    return (0..<8).flatMap { word in withUnsafeBytes(of: state[word].bigEndian) { Array($0) } }
  }
}

/// Takes whole blocks.
private func compress(_ blocks: UnsafeRawBufferPointer, _ state: inout SIMD8<UInt32>) {
  func turned(_ x: UInt32, _ n: UInt32) -> UInt32 { x &>> n | x &<< (32 &- n) }
  roundConstants.withUnsafeBufferPointer { constants in
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
      for block in stride(from: 0, to: blocks.count, by: 64) {
        for i in 0..<16 {
          w[i] = UInt32(
            bigEndian: blocks.loadUnaligned(fromByteOffset: block &+ i &* 4, as: UInt32.self))
        }
        for i in 16..<64 {
          let (x, y) = (w[i &- 15], w[i &- 2])
          w[i] =
            w[i &- 16] &+ (turned(x, 7) ^ turned(x, 18) ^ x &>> 3)
            &+ w[i &- 7] &+ (turned(y, 17) ^ turned(y, 19) ^ y &>> 10)
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for i in 0..<64 {
          let sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
          let first = h &+ sum &+ (e & f ^ ~e & g) &+ constants[i] &+ w[i]
          let second =
            (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
          (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        state = state &+ SIMD8(a, b, c, d, e, f, g, h)
      }
    }
  }
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
private let roundConstants: [UInt32] = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
  0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
  0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
  0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
  0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
  0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
  0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
  0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
  0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
  0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
  0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
  0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
  0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
  0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
  0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
]
