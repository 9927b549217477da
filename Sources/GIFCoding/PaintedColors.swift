import GIFBlocks
internal import Raster

/// The pixels that a player shows, and the intended colour of each pixel when it was last painted.
///
/// New pixels are compared with the intended colour. Comparing them with the shown colour would
/// count palette errors as changes; comparing them with the previous frame would miss slow changes.
final class PaintedColors {
  let width: Int
  let height: Int
  /// The shown colour; the fourth lane is 1 if the pixel is opaque.
  let screen: Plane<StoredLab>
  /// The intended colour when the pixel was last painted; ``FrameAnalysis`` records it.
  let wanted: Plane<StoredLab>

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    screen = Plane(repeating: .zero, count: width * height)
    wanted = Plane(repeating: .zero, count: width * height)
  }

  /// Applies the disposal of a rectangle.
  func clear(_ rect: PixelRect) {
    for y in rect.y..<rect.maxY {
      let start = y * width + rect.x
      (screen.base + start).update(repeating: .zero, count: rect.width)
      (wanted.base + start).update(repeating: .zero, count: rect.width)
    }
  }

  /// Shows the chosen indices of a field.
  func paint(_ field: SearchField, palette: [Lab], transparentIndex: Int?) {
    let colors = palette.map { color in
      var stored = StoredLab(rounding: color)
      stored[3] = 1
      return stored
    }
    let rect = field.rect
    var position = 0
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let place = y * width + x
        let index = Int(field.indices.base[position])
        if index != transparentIndex { screen.base[place] = colors[index] }
        position += 1
      }
    }
  }
}
