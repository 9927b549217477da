internal import CLibrary
internal import Raster
internal import Stages

/// Rows of a page, straight RGBA, in separate memory; see ``MappedMemory``.
final class MappedRows {
  /// How many pixels there are.
  let count: Int
  let base: UnsafeMutablePointer<UInt32>

  /// Blank pixels.
  ///
  /// - Parameter count: at least 1.
  /// - Throws: ``ReadingError/system(operation:errno:)`` without memory.
  init(count: Int) throws {
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: 4)
    guard !overflow, let address = MappedMemory.take(byteCount) else {
      throw ReadingError.system(
        operation: "allocating memory for rows", errno: overflow ? ENOMEM : errno)
    }
    self.count = count
    base = address.bindMemory(to: UInt32.self, capacity: count)
  }

  deinit { MappedMemory.giveBack(base, count * 4) }
}
