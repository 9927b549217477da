/// Lines of numbers in memory, each with room for whole vectors and with zeros on both sides, which
/// filters may read.
final class FloatLines {
  /// Numbers from one line to the next.
  let stride: Int
  private let memory: UnsafeMutableBufferPointer<Float>
  /// Zeros before the first number of a line, and behind its last vector.
  private static let margin = 8

  /// - Parameter count: numbers in each line. All are 0.
  init(_ lines: Int, count: Int) {
    stride = (count + 7) & ~7 + 2 * Self.margin
    memory = .allocate(capacity: lines * stride)
    memory.initialize(repeating: 0)
  }

  deinit { memory.deallocate() }

  /// The first number of a line; lines follow each other at ``stride``.
  func line(_ index: Int) -> UnsafeMutablePointer<Float> {
    memory.baseAddress! + (index * stride + Self.margin)
  }
}
