import GIFBlocks
internal import Raster

/// Decides whether to paint each pixel of a frame, and in which colour.
final class FrameAnalysis {
  private let painted: PaintedColors
  private let convert = OKLab.Converter()
  private let weights: EncodingWeights
  private let rows: Plane<Lab>
  /// The painted pixels' colours, weighted by how long and how clearly they will be visible.
  let histogram = ColorHistogram()
  /// The number of pixels to paint.
  private(set) var paintedCount = 0

  init(painted: PaintedColors, weights: EncodingWeights) {
    self.painted = painted
    self.weights = weights
    rows = Plane(repeating: .zero, count: 3 * painted.width)
  }

  /// Fills a field with the demands of a frame.
  ///
  /// - Parameters:
  ///   - frame: the frame.
  ///   - following: the known frames after it.
  ///   - region: the area in which pixels may need painting.
  ///   - required: a rectangle that must be inside the field, painted or not; nil for none.
  ///   - isPlain: the field is the whole region, and no pixel is kept.
  func analyze(
    _ frame: QueuedFrame, following: ArraySlice<QueuedFrame>, region: PixelRect,
    required: PixelRect?, isPlain: Bool, into field: SearchField
  ) {
    histogram.removeAll()
    paintedCount = 0
    let ahead = following.prefix(weights.lookAhead).map { UnsafePointer($0.pixels.base) }
    let pixels = UnsafePointer(frame.pixels.base)
    var window = RowWindow(
      pixels, width: painted.width, region: region, convert: convert, rows: rows.base)
    var bounds = required
    for y in region.y..<region.maxY {
      window.move(to: y)
      var left = Int.max
      var right = -1
      for x in region.x..<region.maxX {
        let position = (y - region.y) * region.width + x - region.x
        let target = target(
          at: y * painted.width + x, x: x, pixels: pixels, window: window, ahead: ahead,
          isPlain: isPlain)
        field.target.base[position] = target
        guard PixelDemand.isPainted(target[3]) else { continue }
        left = min(left, x)
        right = x
      }
      if right >= 0 {
        let line = PixelRect(x: left, y: y, width: right - left + 1, height: 1)
        bounds = bounds?.union(line) ?? line
      }
    }
    let smallest = PixelRect(x: region.x, y: region.y, width: 1, height: 1)
    crop(field, from: region, to: isPlain ? region : bounds ?? smallest)
  }

  /// The demand of one pixel. A painted pixel is added to the histogram, and its wanted colour to
  /// the canvas.
  @inline(__always)
  private func target(
    at place: Int, x: Int, pixels: UnsafePointer<UInt32>, window: RowWindow,
    ahead: [UnsafePointer<UInt32>], isPlain: Bool
  ) -> StoredLab {
    let pixel = pixels[place]
    guard pixel >> 24 != 0 else {
      return StoredLab(0, 0, 0, PixelDemand.blank.lane(weight: 1))
    }
    let color = window.current[x]
    let activity = window.activity(x)
    // Errors are less visible where a picture is busy.
    let weight = 2.3 / (1 + activity * 25)
    let isBlank = painted.screen.base[place][3] == 0
    let threshold = changeThreshold(activity)
    if !isPlain, !isBlank,
      color.squaredDistance(painted.wanted.base[place].lab.withoutWeight) <= threshold
    {
      var target = painted.screen.base[place]
      target[3] = PixelDemand.keep.lane(weight: weight)
      return target
    }
    // The mean of the frames in which the pixel would be kept.
    var sum = color
    var stay: Float = 1
    for next in ahead {
      let later = next[place]
      if later == pixel {
        sum += color
      } else {
        guard later >> 24 != 0 else { break }
        let other = convert(later)
        guard other.squaredDistance(color) <= threshold else { break }
        sum += other
      }
      stay += 1
    }
    let mean = sum / stay
    histogram.add(mean, pixel: pixel, weight: stay / (1 + activity * 8))
    paintedCount += 1
    var target = StoredLab(rounding: mean)
    target[3] = (isBlank || isPlain ? PixelDemand.paintBlank : .paint).lane(weight: weight)
    defer { painted.wanted.base[place] = target }
    return keepingDither(target, at: place, activity: activity)
  }

  /// Moves a target towards the error that the pixel already shows. In a calm area that changes
  /// slowly, the dither pattern then keeps its place, flickers less and repeats more often.
  ///
  /// It uses about half of the error, and less the more the colour has moved. It uses none if
  /// neighbours differ: detail hides flicker, and the error would reduce similarity there.
  @inline(__always)
  private func keepingDither(_ target: StoredLab, at place: Int, activity: Float) -> StoredLab {
    let screen = painted.screen.base[place]
    guard screen[3] != 0 else { return target }
    let wanted = target.lab.withoutWeight
    let previous = painted.wanted.base[place].lab.withoutWeight
    let nearness = 1 - wanted.squaredDistance(previous) * Self.ditherReach
    let share = 0.65 * weights.dither * nearness * (1 - activity * 60)
    guard nearness > 0, share > 0 else { return target }
    var moved = StoredLab(rounding: wanted + (screen.lab.withoutWeight - previous) * share)
    moved[3] = target[3]
    return moved
  }

  /// The inverse of the squared change at which a colour drops its dither: a fortieth of the range
  /// of lightness.
  private static let ditherReach: Float = 1 / (400 * 400)

  /// The smallest squared change for which a pixel is painted: 0.6 to 1.6 times the visible change,
  /// larger in busier neighbourhoods.
  @inline(__always)
  private func changeThreshold(_ activity: Float) -> Float {
    let change = weights.visibleChange * OKLab.scale * min(1.6, 0.6 + activity * 12)
    // Not zero, because kept colours are rounded.
    return max(1, change * change)
  }

  /// Packs the rows of the rectangle together and adds the shown colours.
  private func crop(_ field: SearchField, from region: PixelRect, to rect: PixelRect) {
    field.begin(rect)
    for y in rect.y..<rect.maxY {
      let source = (y - region.y) * region.width + rect.x - region.x
      let destination = (y - rect.y) * rect.width
      (field.target.base + destination).update(from: field.target.base + source, count: rect.width)
      (field.screen.base + destination).update(
        from: painted.screen.base + y * painted.width + rect.x, count: rect.width)
    }
  }
}
