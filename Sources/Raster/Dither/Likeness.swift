/// Compares the similarity of pixels to the second next pixel with their similarity to the next
/// one, horizontally and vertically.
///
/// The ratio is 2 where the sides of an edge differ, 1 in white noise, and less where pixels
/// alternate, as they do where dither mixes colours. Differences larger than an edge are ignored.
struct Likeness {
  private var acrossNext: Float = 0
  private var across: Float = 0
  private var downNext: Float = 0
  private var down: Float = 0

  init() {}

  /// - Parameters:
  ///   - acrossNext, downNext: sums of squared distances between the two neighbours of each pixel.
  ///   - across, down: sums of the squared distances of each pixel from both neighbours.
  init(acrossNext: Float, across: Float, downNext: Float, down: Float) {
    self.acrossNext = acrossNext
    self.across = across
    self.downNext = downNext
    self.down = down
  }

  @inline(__always)
  mutating func addAcross(_ p: UInt32, _ left: UInt32, _ right: UInt32, _ edge: Int32) {
    guard let (both, each) = Self.distances(p, left, right, edge) else { return }
    acrossNext += both
    across += each
  }

  @inline(__always)
  mutating func addDown(_ p: UInt32, _ up: UInt32, _ below: UInt32, _ edge: Int32) {
    guard let (both, each) = Self.distances(p, up, below, edge) else { return }
    downNext += both
    down += each
  }

  /// The squared distance between two neighbours, and the sum of their squared distances from the
  /// pixel; nil if all are equal, and at an edge.
  @inline(__always)
  private static func distances(
    _ p: UInt32, _ one: UInt32, _ other: UInt32, _ edge: Int32
  ) -> (both: Float, each: Float)? {
    if p == one, p == other { return nil }
    let (a, b) = (squaredDistance(p, one), squaredDistance(p, other))
    let both = squaredDistance(one, other)
    if a > edge || b > edge || both > edge { return nil }
    return (Float(both), Float(a + b))
  }

  /// Whether there is no difference except at edges.
  var isFlat: Bool { across == 0 && down == 0 }

  var horizontal: Float { across > 0 ? 2 * acrossNext / across : 2 }
  var vertical: Float { down > 0 ? 2 * downNext / down : 2 }
  var mean: Float { (horizontal + vertical) / 2 }

  /// How much a square looks like error diffusion, from 0 to 1.
  ///
  /// - Parameter peaks: the share of pixels that differ from all neighbours.
  func strengthOfDiffusion(peaks: Float) -> Float {
    (1 - smoothStep(1.05, 1.3, horizontal)) * (1 - smoothStep(1.15, 1.4, vertical))
      * smoothStep(0.03, 0.09, peaks)
  }
}
