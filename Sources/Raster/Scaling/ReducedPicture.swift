/// Makes a picture smaller; each new pixel is the mean of the area it covers, parts of pixels
/// counted as parts.
///
/// Colours are weighted with their alpha. Sums are exact integers and rounded once.
package struct BoxReduction {
  let old: PixelSize
  let new: PixelSize

  /// - Returns: nil when the picture fits as it is.
  package init?(from old: PixelSize, fitting bounds: PixelSize) {
    precondition(bounds.width > 0 && bounds.height > 0, "bounds have an area")
    if old.width <= bounds.width && old.height <= bounds.height { return nil }
    self.old = old
    // The side that has to shrink more decides; the other is rounded.
    if old.width * bounds.height >= old.height * bounds.width {
      let height = (old.height * bounds.width * 2 + old.width) / (old.width * 2)
      new = PixelSize(width: bounds.width, height: min(max(1, height), bounds.height))
    } else {
      let width = (old.width * bounds.height * 2 + old.height) / (old.height * 2)
      new = PixelSize(width: min(max(1, width), bounds.width), height: bounds.height)
    }
  }

  /// - Complexity: O(pixels of the old picture); besides the result, memory for the weights of one row.
  package func reduce(_ picture: PixelBuffer) -> PixelBuffer {
    let result = PixelBufferPool(size: new).take()
    let columns = (0..<new.width).map { Self.weights($0, old: old.width, new: new.width) }
    picture.withBytes { bytes in
      for y in 0..<new.height {
        let rows = Self.weights(y, old: old.height, new: new.height)
        for x in 0..<new.width {
          write(mean(bytes, rows, columns[x]), to: result.base + (y * new.width + x) * 4)
        }
      }
    }
    return result
  }

  /// Sums of alpha, and of each colour times alpha, over an area.
  private struct Sums {
    var red = 0
    var green = 0
    var blue = 0
    var alpha = 0
  }

  private func mean(
    _ bytes: UnsafeRawBufferPointer, _ rows: [(Int, Int)], _ columns: [(Int, Int)]
  ) -> Sums {
    var sums = Sums()
    for (y, height) in rows {
      for (x, width) in columns {
        let pixel = (y * old.width + x) * 4
        let alpha = Int(bytes[pixel + 3]) * width * height
        sums.red += Int(bytes[pixel]) * alpha
        sums.green += Int(bytes[pixel + 1]) * alpha
        sums.blue += Int(bytes[pixel + 2]) * alpha
        sums.alpha += alpha
      }
    }
    return sums
  }

  private func write(_ sums: Sums, to pixel: UnsafeMutablePointer<UInt8>) {
    let area = old.area
    let alpha = (sums.alpha * 2 + area) / (area * 2)
    if alpha == 0 {
      pixel.update(repeating: 0, count: 4)
      return
    }
    func rounded(_ sum: Int) -> UInt8 { UInt8((sum * 2 + sums.alpha) / (sums.alpha * 2)) }
    pixel[0] = rounded(sums.red)
    pixel[1] = rounded(sums.green)
    pixel[2] = rounded(sums.blue)
    pixel[3] = UInt8(alpha)
  }

  /// The old pixels that new pixel `index` covers on one axis, with the part of each in units of
  /// 1/`new`; the parts add up to `old`.
  private static func weights(_ index: Int, old: Int, new: Int) -> [(Int, Int)] {
    let (start, end) = (index * old, (index + 1) * old)
    return (start / new..<(end + new - 1) / new).map { pixel in
      (pixel, min(end, (pixel + 1) * new) - max(start, pixel * new))
    }
  }
}
