internal import SystemPackage

/// A 64-bit hash of a name's bytes. It is the same on every machine and in every release, because
/// it decides a unit's share.
///
/// FNV-1a (Fowler, Noll, Vo) followed by the final steps of MurmurHash3, which spread similar names
/// over all 64 bits. Not collision-resistant against attacks.
enum NameHash {
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return mixed(hash)
  }

  static func of(_ path: FilePath) -> UInt64 {
    path.withPlatformString { of(UnsafeRawBufferPointer(start: $0, count: path.length)) }
  }

  /// `fmix64` of MurmurHash3 (public domain, Austin Appleby).
  static func mixed(_ value: UInt64) -> UInt64 {
    var hash = value
    hash ^= hash >> 33
    hash &*= 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 33
    hash &*= 0xC4CE_B9FE_1A85_EC53
    hash ^= hash >> 33
    return hash
  }
}
