internal import CLibrary

/// Memory for pixels that returns to the system as soon as it is freed.
///
/// An allocator keeps freed blocks and puts smaller blocks into the gaps, so the memory of a
/// program that allocates and frees many pictures would grow with their number.
package enum MappedMemory {
  /// Allocates zeroed memory. Wraps `mmap`.
  ///
  /// - Parameter byteCount: above 0.
  /// - Returns: the address of a whole page, or nil if out of memory; `errno` gives the reason.
  package static func take(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    return address == MAP_FAILED ? nil : address
  }

  /// Frees memory. Wraps `munmap`.
  ///
  /// - Parameter byteCount: the number of bytes allocated at `address`.
  package static func giveBack(_ address: UnsafeMutableRawPointer, _ byteCount: Int) {
    munmap(address, byteCount)
  }
}
