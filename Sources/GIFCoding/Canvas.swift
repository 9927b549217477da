import GIFBlocks
internal import Raster

/// What a player shows, and what each pixel was meant to show when it was painted last.
///
/// A pixel is compared with the second: were it compared with what is shown, errors of the palette
/// would count as changes; were it compared with the frame before, slow changes would never be
/// painted.
final class Canvas {
  let width: Int
  let height: Int
  /// The colour on the screen; the fourth lane is 1 where there is one.
  let screen: Plane<StoredLab>
  /// The colour that was wanted there when it was painted last; ``FrameAnalysis`` notes it.
  let wanted: Plane<StoredLab>

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    screen = Plane(repeating: .zero, count: width * height)
    wanted = Plane(repeating: .zero, count: width * height)
  }

  /// What disposal does to a rectangle.
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
