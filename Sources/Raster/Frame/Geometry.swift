/// A width and a height in whole pixels, neither negative.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int

  /// A size in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The longest allowed side of a picture in pixels; a picture that is only cropped may be longer.
  package static let maxOutputSide = 16_384

  /// Width times height, in pixels. Readers check the product of untrusted numbers against their
  /// limits before they make a `PixelSize`, so it does not overflow.
  public var area: Int { width * height }

  /// In the usual notation: `640x480`.
  public var description: String { "\(width)x\(height)" }
}

/// A rectangle in whole pixels; the origin is at the top left. Width and height are never negative.
public struct PixelRect: Hashable, Sendable, CustomStringConvertible {
  /// From the left, in pixels.
  public var x: Int
  /// From the top, in pixels.
  public var y: Int
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int

  /// A rectangle in pixels.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle that covers a whole picture.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Without an area.
  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// Whether it has no area.
  public var isEmpty: Bool { width == 0 || height == 0 }
  /// Its sides.
  public var size: PixelSize { PixelSize(width: width, height: height) }
  /// One past the last column.
  public var maxX: Int { x + width }
  /// One past the last row.
  public var maxY: Int { y + height }

  /// The intersection of both rectangles; ``empty`` if they do not overlap.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle that covers both; an empty one is ignored.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Whether every pixel of `other` is inside this rectangle.
  public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty
      || (other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY)
  }

  /// As X11 writes geometry: `10x20+3+4`.
  public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
