internal import Raster

/// The picture of a frame, in 8 or 16 bits a sample.
enum JXLPixels {
  case bytes(PixelBuffer)
  /// Colours of transparent pixels are 0.
  case wide(WidePicture)

  /// - Parameter depth: 8 or 16.
  init(_ pixels: PixelBuffer, depth: Int) {
    self =
      depth == 8
      ? .bytes(pixels)
      : .wide((pixels.wide ?? WidePicture(widening: pixels)).withoutHiddenColors())
  }

  var size: PixelSize {
    switch self {
    case .bytes(let pixels): pixels.size
    case .wide(let picture): picture.size
    }
  }

  /// The difference to another picture of the same depth; nil for an empty canvas.
  ///
  /// - Complexity: reads both pictures once.
  func change(from other: JXLPixels?) -> PictureChange {
    switch (self, other) {
    case (.bytes(let pixels), .bytes(let shown)?): pixels.change(from: shown)
    case (.bytes(let pixels), _): pixels.changeOfEmptiness()
    case (.wide(let picture), .wide(let shown)?): picture.change { shown.pixels[$0] }
    case (.wide(let picture), _): picture.change { _ in .zero }
    }
  }

  /// Whether there are at most `limit` colours in a rectangle. Colours of 16 bits are not counted.
  ///
  /// - Complexity: reads the pixels until there are too many colours.
  func hasFewColors(in rect: PixelRect, limit: Int) -> Bool {
    guard case .bytes(let pixels) = self else { return false }
    let plane = PixelPlane(pixels)
    var found: Set<UInt32> = []
    var last: UInt32?
    for y in rect.y..<rect.maxY {
      let row = plane.row(y, from: rect.x)
      for x in 0..<rect.width where row[x] != last {
        last = row[x]
        if found.insert(row[x]).inserted, found.count > limit { return false }
      }
    }
    return true
  }

  /// The samples of a rectangle, row by row.
  ///
  /// - Parameters:
  ///   - base: the picture below; pixels that equal its own become transparent.
  ///   - isLeftOut: whether there is a picture below.
  func patch(_ rect: PixelRect, hasAlpha: Bool, leavingOut base: JXLPixels?, isLeftOut: Bool)
    -> [UInt8]
  {
    switch self {
    case .bytes(let pixels):
      let shown: PixelBuffer? = if case .bytes(let shown)? = base { shown } else { nil }
      return pixels.patch(rect, hasAlpha: hasAlpha, leavingOut: shown, isLeftOut: isLeftOut)
    case .wide(let picture):
      let shown: WidePicture? = if case .wide(let shown)? = base { shown } else { nil }
      return picture.patch(rect, hasAlpha: hasAlpha, leavingOut: shown, isLeftOut: isLeftOut)
    }
  }
}

extension PixelBuffer {
  /// The visible part.
  fileprivate func changeOfEmptiness() -> PictureChange {
    var bounds = visibleBounds()
    if bounds.isEmpty { bounds = PixelRect(x: 0, y: 0, width: 1, height: 1) }
    return PictureChange(rect: bounds, pixels: visibleCount(in: bounds), isOpaque: false)
  }

  private func visibleCount(in rect: PixelRect) -> Int {
    let plane = PixelPlane(self)
    return (rect.y..<rect.maxY).reduce(0) { count, y in
      let row = plane.row(y, from: rect.x)
      return count + (0..<rect.width).count { row[$0].littleEndian >> 24 != 0 }
    }
  }

  fileprivate func patch(
    _ rect: PixelRect, hasAlpha: Bool, leavingOut base: PixelBuffer?, isLeftOut: Bool
  ) -> [UInt8] {
    let channels = hasAlpha ? 4 : 3
    let (plane, before) = (PixelPlane(self), base.map(PixelPlane.init))
    return [UInt8](unsafeUninitializedCapacity: rect.size.area * channels) { space, filled in
      var next = 0
      for y in rect.y..<rect.maxY {
        let row = plane.row(y, from: rect.x)
        let old = before?.row(y, from: rect.x)
        for x in 0..<rect.width {
          let pixel = isLeftOut && row[x] == (old?[x] ?? 0) ? 0 : row[x].littleEndian
          for channel in 0..<channels {
            space[next + channel] = UInt8(truncatingIfNeeded: pixel >> (8 * channel))
          }
          next += channels
        }
      }
      filled = next
    }
  }
}

extension WidePicture {
  /// - Parameter before: the pixel at an index of the other picture.
  fileprivate func change(from before: (Int) -> Pixel) -> PictureChange {
    var (left, right, top, bottom) = (size.width, 0, size.height, 0)
    var (count, isOpaque) = (0, true)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = pixels[y * size.width + x]
        if pixel == before(y * size.width + x) { continue }
        count += 1
        if pixel.w != .max { isOpaque = false }
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), y + 1)
      }
    }
    let rect =
      count == 0
      ? PixelRect(x: 0, y: 0, width: 1, height: 1)
      : PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    return PictureChange(rect: rect, pixels: count, isOpaque: isOpaque)
  }

  fileprivate func patch(
    _ rect: PixelRect, hasAlpha: Bool, leavingOut base: WidePicture?, isLeftOut: Bool
  ) -> [UInt8] {
    let channels = hasAlpha ? 4 : 3
    var samples: [UInt16] = []
    samples.reserveCapacity(rect.size.area * channels)
    for y in rect.y..<rect.maxY {
      for place in y * size.width + rect.x..<y * size.width + rect.maxX {
        let pixel =
          isLeftOut && pixels[place] == (base?.pixels[place] ?? .zero) ? .zero : pixels[place]
        for channel in 0..<channels { samples.append(pixel[channel]) }
      }
    }
    return samples.withUnsafeBytes { Array($0) }
  }
}
