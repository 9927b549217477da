/// The indices that a frame may write at each of its pixels, row by row.
///
/// If the canvas already shows the right colour, a pixel can be painted or left unchanged; the
/// parser chooses whichever compresses better. Every other pixel has only one right index.
struct IndexChoices {
  /// The index that paints the pixel; ``transparent`` if the pixel must stay unpainted.
  private(set) var painted: [UInt8]
  /// A second valid index, the transparent one; equal to ``painted`` if there is none.
  private(set) var other: [UInt8]
  /// Pixels with two choices.
  private(set) var freeCount = 0

  init(capacity: Int = 0) {
    painted = []
    other = []
    painted.reserveCapacity(capacity)
    other.reserveCapacity(capacity)
  }

  var count: Int { painted.count }

  /// A pixel with this index only.
  @inline(__always)
  mutating func append(_ index: UInt8) {
    painted.append(index)
    other.append(index)
  }

  /// A pixel with two valid indices.
  @inline(__always)
  mutating func append(_ index: UInt8, or transparent: UInt8) {
    painted.append(index)
    other.append(transparent)
    freeCount &+= 1
  }
}
