internal import CLibrary

/// Memory for pixels that goes back to the system as soon as it is no longer used.
///
/// An allocator takes the size of a large block that is freed for one to keep, and puts small blocks
/// into the hole: with pictures that come and go, memory would grow with their number.
package enum MappedMemory {
  /// Takes blank memory. Wraps `mmap`.
  ///
  /// - Parameter byteCount: above 0.
  /// - Returns: a whole page's address, or nil without memory; `errno` tells why.
  package static func take(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    return address == MAP_FAILED ? nil : address
  }

  /// Gives memory back. Wraps `munmap`.
  ///
  /// - Parameter byteCount: as many as were taken at `address`.
  package static func giveBack(_ address: UnsafeMutableRawPointer, _ byteCount: Int) {
    munmap(address, byteCount)
  }
}
