/// How decoded pictures become upright: mirrored, then turned clockwise in quarters.
struct PictureOrientation: Sendable, Hashable {
  /// 0...3, clockwise.
  var quarterTurns: Int
  /// Left and right are exchanged first.
  var isMirrored: Bool

  var isIdentity: Bool { quarterTurns == 0 && !isMirrored }

  /// The size of an upright picture.
  func upright(_ size: PixelSize) -> PixelSize {
    quarterTurns.isMultiple(of: 2) ? size : PixelSize(width: size.height, height: size.width)
  }

  /// Copies pixels to where they belong.
  ///
  /// - Parameters:
  ///   - source: rows of `size` without padding.
  ///   - target: room for as many pixels, in rows of the upright picture.
  func turn(
    _ source: UnsafePointer<UInt32>, _ size: PixelSize, into target: UnsafeMutablePointer<UInt32>
  ) {
    let (width, height) = (size.width, size.height)
    let row = upright(size).width
    for y in 0..<height {
      for x in 0..<width {
        let column = isMirrored ? width - 1 - x : x
        let position =
          switch quarterTurns {
          case 0: y * row + column
          case 1: column * row + height - 1 - y
          case 2: (height - 1 - y) * row + width - 1 - column
          default: (width - 1 - column) * row + y
          }
        target[position] = source[y * width + x]
      }
    }
  }
}
