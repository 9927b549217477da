/// One value for every pixel of a canvas, or for every entry of a fixed table.
///
/// Memory with a name and an owner, without an array's bounds checks and reference counts: the
/// inner loops take `base` once and iterate over it.
final class Plane<Element: BitwiseCopyable> {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating value: Element, count: Int) {
    base = .allocate(capacity: max(1, count))
    base.initialize(repeating: value, count: max(1, count))
    self.count = count
  }

  deinit { base.deallocate() }

  func fill(_ value: Element) { base.update(repeating: value, count: count) }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    set { base[index] = newValue }
  }
}
