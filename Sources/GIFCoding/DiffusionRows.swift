/// Errors to diffuse into the rest of the current row and the next row.
///
/// Close to Floyd and Steinberg's weights (1976), with slightly more to the right, which gave
/// better results. A kept pixel neither receives nor passes on errors, so that still areas do not
/// change.
final class DiffusionRows {
  /// The error for the pixel to the right.
  static let rightShare: Float = 0.47

  private let rows: Plane<Lab>
  private let width: Int
  /// The current row; the entry of column x is at x + 1.
  private(set) var current: UnsafeMutablePointer<Lab>
  private(set) var next: UnsafeMutablePointer<Lab>
  /// Read for rows without any error.
  let beyond: UnsafeMutablePointer<Lab>

  init(width: Int) {
    self.width = width
    rows = Plane(repeating: .zero, count: 3 * (width + 2))
    current = rows.base
    next = rows.base + (width + 2)
    beyond = rows.base + 2 * (width + 2)
  }

  func removeAll() { rows.fill(.zero) }

  /// Passes the error of column `x` to the row below.
  @inline(__always)
  func spread(_ error: Lab, x: Int) {
    next[x] += error * 0.17
    next[x + 1] += error * 0.3
    next[x + 2] += error * 0.06
  }

  /// Moves to the next row.
  func advance() {
    swap(&current, &next)
    next.update(repeating: .zero, count: width + 2)
  }
}
