/// A rectangle in 16 bytes instead of 32, for records that are kept for every frame. Offsets and sides
/// are at most 2³² - 1.
package struct StoredRect: Sendable, Hashable {
  private let x: UInt32
  private let y: UInt32
  private let width: UInt32
  private let height: UInt32

  package init(_ rect: PixelRect) {
    (x, y) = (UInt32(rect.x), UInt32(rect.y))
    (width, height) = (UInt32(rect.width), UInt32(rect.height))
  }

  /// The rectangle itself.
  package var rect: PixelRect {
    PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }
}
