internal import Atlases
internal import Raster

/// The rows of one cell as stored on the page: cropped from its frame, rotated, with repeated
/// edges.
struct SheetCellRows {
  private let pixels: PixelPlane
  /// The part of the frame in the cell.
  private let crop: PixelRect
  private let stored: PixelRect
  private let rotation: AtlasFrame.Rotation
  private let extrude: Int

  /// - Parameters:
  ///   - frame: must exist as long as this value.
  ///   - crop: inside the frame, with the size of the placement before rotation.
  init(
    _ frame: PixelBuffer, crop: PixelRect, at placement: SheetGeometry.Placement,
    turn: AtlasFrame.Rotation = .clockwise, extrude: Int
  ) {
    pixels = PixelPlane(frame)
    self.crop = crop
    stored = placement.rect
    rotation = placement.isTurned ? turn : .none
    self.extrude = extrude
  }

  /// The covered part of the page, including repeated edges.
  var covered: PixelRect {
    PixelRect(
      x: stored.x - extrude, y: stored.y - extrude, width: stored.width + 2 * extrude,
      height: stored.height + 2 * extrude)
  }

  /// Writes row `index` of ``covered`` to `row`, which has room for its width.
  func fill(_ index: Int, into row: UnsafeMutablePointer<UInt32>) {
    let y = min(max(index - extrude, 0), stored.height - 1)
    let own = row + extrude
    switch rotation {
    case .clockwise:
      // The stored row is a column of the frame, from the bottom.
      for x in 0..<stored.width {
        own[x] = pixels.row(crop.maxY - 1 - x, from: crop.x + y).pointee
      }
    case .counterclockwise:
      // The stored row is a column of the frame, from the right.
      for x in 0..<stored.width {
        own[x] = pixels.row(crop.y + x, from: crop.maxX - 1 - y).pointee
      }
    case .none, .halfTurn:
      own.update(from: pixels.row(crop.y + y, from: crop.x), count: stored.width)
    }
    if extrude == 0 { return }
    row.update(repeating: own[0], count: extrude)
    (own + stored.width).update(repeating: own[stored.width - 1], count: extrude)
  }
}
