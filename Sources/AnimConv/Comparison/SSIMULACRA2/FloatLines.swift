/// Lines of numbers in memory. Each has room for whole vectors, and zeros on both sides that
/// filters may read.
final class FloatLines {
  /// Distance from one line to the next, in numbers.
  let stride: Int
  private let memory: UnsafeMutableBufferPointer<Float>
  /// Zeros before the first number of a line and after its last vector.
  private static let margin = 8

  /// - Parameter count: numbers in each line, initially 0.
  init(_ lines: Int, count: Int) {
    stride = (count + 7) & ~7 + 2 * Self.margin
    memory = .allocate(capacity: lines * stride)
    memory.initialize(repeating: 0)
  }

  deinit { memory.deallocate() }

  /// The first number of a line; lines follow at intervals of ``stride``.
  func line(_ index: Int) -> UnsafeMutablePointer<Float> {
    memory.baseAddress! + (index * stride + Self.margin)
  }
}
