internal import Raster

/// Noise that changes with every frame, such as the grain of film.
struct FilmGrain {
  /// The standard deviation of luma, in steps of 8 bits, where the frame is flattest.
  ///
  /// With 3, a film of 320 x 240 pixels lost nothing that its other details did not lose, too; with
  /// 5, its score at the defaults of VP9, HEVC and AV1 was 5 to 6 points below that of H.264.
  let deviation: Double

  /// From 0 for none to 1, see ``VideoOptions/grain``.
  var amount: Double { min(1, max(0, (deviation - 3) / 1.5)) }

  /// The number of squares that are examined.
  private static let most = 1024
  private static let side = 16

  /// - Parameters:
  ///   - first: a frame.
  ///   - second: the next one, of equal size.
  /// - Complexity: reads at most 1,024 squares of 256 pixels of both.
  init(_ first: PixelBuffer, _ second: PixelBuffer) {
    let size = first.size
    let (across, down) = (size.width / Self.side, size.height / Self.side)
    let step = max(1, across * down / Self.most)
    let squares = stride(from: 0, to: across * down, by: step).map {
      Self.deviations(
        PixelPlane(first), PixelPlane(second), $0 % across * Self.side, $0 / across * Self.side)
    }
    guard !squares.isEmpty else {
      deviation = 0
      return
    }
    // Details of the picture are not everywhere, and stay in the next frame; noise does neither.
    func flattest(_ values: [Double]) -> Double { values.sorted()[values.count / 10] }
    deviation = min(
      flattest(squares.map { $0.frame }), flattest(squares.map { $0.change }) / 2.0.squareRoot())
  }

  /// The deviations of the noise in a square of the first frame, and in that of both frames'
  /// difference: from the mean response to a filter that ignores planes (Immerkær, Fast Noise
  /// Variance Estimation, 1996).
  private static func deviations(
    _ first: PixelPlane, _ second: PixelPlane, _ x: Int, _ y: Int
  ) -> (frame: Double, change: Double) {
    var (frame, change) = (Int32(0), Int32(0))
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * side * side) { luma in
      for row in 0..<side {
        let (a, b) = (first.row(y + row, from: x), second.row(y + row, from: x))
        for column in 0..<side {
          let value = self.luma(a[column])
          luma[row &* side &+ column] = value
          luma[(side &+ row) &* side &+ column] = value &- self.luma(b[column])
        }
      }
      for row in 1..<(side - 1) {
        for column in 1..<(side - 1) {
          let place = row &* side &+ column
          frame &+= response(luma, place)
          change &+= response(luma, place &+ side &* side)
        }
      }
    }
    let count = Double((side - 2) * (side - 2))
    let scale = (Double.pi / 2).squareRoot() / 6 / 64 / count
    return (Double(frame) * scale, Double(change) * scale)
  }

  @inline(__always)
  private static func response(_ luma: UnsafeMutableBufferPointer<Int32>, _ place: Int) -> Int32 {
    func row(_ place: Int) -> Int32 {
      let (left, middle, right) = (luma[place &- 1], luma[place], luma[place &+ 1])
      return left &- 2 &* middle &+ right
    }
    return abs(row(place &- side) &- 2 &* row(place) &+ row(place &+ side))
  }

  /// 64 times the luma of BT.709.
  @inline(__always)
  private static func luma(_ pixel: UInt32) -> Int32 {
    let word = Int32(truncatingIfNeeded: pixel.littleEndian & 0xFF_FFFF)
    return 14 &* (word & 0xFF) &+ 45 &* (word &>> 8 & 0xFF) &+ 5 &* (word &>> 16)
  }
}
