import GIFBlocks
internal import Raster

/// What a pixel requires of the search.
enum PixelDemand: Int16 {
  /// Needs its target colour; the shown colour may be acceptable.
  case paint = 0
  /// Needs its target colour; the shown colour is not acceptable.
  case paintBlank = 1
  /// The shown colour is right; leaving it costs nothing.
  case keep = 2
  /// Must stay transparent.
  case blank = 3

  /// Whether the pixel has its own target, so that it takes part in error diffusion.
  @inline(__always)
  static func isPainted(_ lane: Int16) -> Bool { lane & 3 < keep.rawValue }

  @inline(__always)
  init(lane: Int16) { self = PixelDemand(rawValue: lane & 3)! }

  /// The fourth lane of a target: the demand and, in 64ths, the weight of an error there.
  @inline(__always)
  func lane(weight: Float) -> Int16 { Int16(max(4, min(4095, weight * 64))) << 2 | rawValue }

  @inline(__always)
  static func weight(_ lane: Int16) -> Float { Float(lane >> 2) * (1 / 64) }
}

/// A rectangle of a frame for the search: the wanted and the shown colour of each pixel.
final class SearchField {
  private(set) var rect = PixelRect(x: 0, y: 0, width: 0, height: 0)
  /// The wanted colour, with the ``PixelDemand`` and its weight in the fourth lane.
  let target: Plane<StoredLab>
  /// The shown colour.
  let screen: Plane<StoredLab>
  /// The chosen index of each pixel.
  let indices: Plane<UInt8>

  /// - Parameter pixelCount: pixels of the largest rectangle.
  init(pixelCount: Int) {
    target = Plane(repeating: .zero, count: pixelCount)
    screen = Plane(repeating: .zero, count: pixelCount)
    indices = Plane(repeating: 0, count: pixelCount)
  }

  var pixelCount: Int { rect.size.area }

  func begin(_ rect: PixelRect) { self.rect = rect }
}
