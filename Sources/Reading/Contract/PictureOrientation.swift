internal import Raster

/// Makes decoded images upright: mirrors them, then rotates them clockwise by quarter turns.
struct PictureOrientation: Sendable, Hashable {
  /// 0...3, clockwise.
  var quarterTurns: Int
  /// Whether left and right are exchanged first.
  var isMirrored: Bool

  var isIdentity: Bool { quarterTurns == 0 && !isMirrored }

  /// No rotation, as for most pictures.
  static let upright = PictureOrientation(quarterTurns: 0, isMirrored: false)

  /// The size of an upright picture.
  func upright(_ size: PixelSize) -> PixelSize {
    quarterTurns.isMultiple(of: 2) ? size : PixelSize(width: size.height, height: size.width)
  }

  /// The place of an image's part in the upright image.
  ///
  /// - Parameter size: the size of the stored image.
  func turn(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
    let x = isMirrored ? size.width - rect.x - rect.width : rect.x
    let (right, below) = (size.width - x - rect.width, size.height - rect.y - rect.height)
    let turned = upright(rect.size)
    return switch quarterTurns {
    case 0: PixelRect(x: x, y: rect.y, width: turned.width, height: turned.height)
    case 1: PixelRect(x: below, y: x, width: turned.width, height: turned.height)
    case 2: PixelRect(x: right, y: below, width: turned.width, height: turned.height)
    default: PixelRect(x: rect.y, y: right, width: turned.width, height: turned.height)
    }
  }

  /// Copies an image's pixels to their upright places.
  ///
  /// - Parameter target: has the upright size.
  func turn(_ source: PixelBuffer, into target: PixelBuffer) {
    let area = source.size.area
    source.base.withMemoryRebound(to: UInt32.self, capacity: area) { from in
      target.base.withMemoryRebound(to: UInt32.self, capacity: area) { to in
        turn(from, source.size, into: to)
      }
    }
  }

  /// Copies the samples of one plane, in rows without padding, to their upright places.
  func turned<Sample: FixedWidthInteger>(_ samples: [Sample], _ size: PixelSize) -> [Sample] {
    var target = [Sample](repeating: 0, count: samples.count)
    samples.withUnsafeBufferPointer { from in
      target.withUnsafeMutableBufferPointer { to in
        turn(from.baseAddress!, size, into: to.baseAddress!)
      }
    }
    return target
  }

  /// A picture of 16 bits a sample, upright.
  func turned(_ picture: WidePicture) -> WidePicture {
    if isIdentity { return picture }
    let area = picture.size.area
    let pixels = [WidePicture.Pixel](unsafeUninitializedCapacity: area) { target, count in
      picture.pixels.withUnsafeBytes { source in
        let from = source.bindMemory(to: UInt64.self).baseAddress!
        UnsafeMutableRawPointer(target.baseAddress!).withMemoryRebound(
          to: UInt64.self, capacity: area
        ) { turn(from, picture.size, into: $0) }
      }
      count = area
    }
    return WidePicture(size: upright(picture.size), pixels: pixels)
  }

  /// The chroma position in rotated images, in FFmpeg's numbers: 1 for left, 2 for centre, 3 for
  /// top left, 4 for top and 6 for bottom; 0 if unspecified.
  func turned(chromaLocation stored: UInt32) -> UInt32 {
    // From the centre of four pixels, rightward and downward.
    let offsets: [(x: Int, y: Int)] = [(-1, 0), (0, 0), (-1, -1), (0, -1), (-1, 1), (0, 1)]
    guard (1...6).contains(stored) else { return 0 }
    var (x, y) = offsets[Int(stored) - 1]
    if isMirrored { x = -x }
    for _ in 0..<quarterTurns { (x, y) = (-y, x) }
    return UInt32((offsets.firstIndex { $0 == (x, y) } ?? -1) + 1)
  }

  /// Copies pixels to their upright places.
  ///
  /// - Parameters:
  ///   - source: rows of `size` without padding.
  ///   - target: room for the same number of pixels, in rows of the upright image.
  @inline(__always)
  func turn<Sample: FixedWidthInteger>(
    _ source: UnsafePointer<Sample>, _ size: PixelSize, into target: UnsafeMutablePointer<Sample>
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
