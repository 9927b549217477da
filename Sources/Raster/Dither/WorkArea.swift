internal import Stages

/// A part of a picture with its surroundings, as numbers, for removing dither. Reused for one part
/// after another.
///
/// It begins at multiples of 8 on the canvas; pixels outside the canvas copy the nearest pixel of
/// the canvas. Transparent pixels are similar to no others.
final class WorkArea {
  /// The largest part that is drawn at once: large compared with its surroundings, yet within a few
  /// megabytes.
  static let mostWidth = 512
  static let mostHeight = 256

  /// The largest amount of memory, for pictures of any size.
  static let mostBytes =
    (mostWidth + 2 * mostMargin + 16) * (mostHeight + 2 * mostMargin + 16) * 9 * 4
  private static let mostMargin = 32

  /// Pixels around the part.
  let margin: Int
  private let capacity: Int
  private let memory: UnsafeMutablePointer<Float>

  /// The pixels; later without the amount that an ordered dither added.
  let source: ColorPlanes
  /// Means of a few pixels.
  let guide: ColorPlanes
  /// The difference between source and result.
  let rest: ColorPlanes

  private(set) var width = 0
  private(set) var height = 0
  var stride: Int { width }
  /// On the canvas.
  private(set) var x = 0
  private(set) var y = 0

  /// - Parameters:
  ///   - canvas: the largest possible part.
  ///   - margin: a multiple of 8.
  init(canvas: PixelSize, margin: Int) {
    self.margin = margin
    precondition(margin <= Self.mostMargin)
    let width = min(canvas.width, Self.mostWidth) + 2 * margin + 16
    let height = min(canvas.height, Self.mostHeight) + 2 * margin + 16
    capacity = width * height
    let count = capacity * 9 + 8
    memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    source = ColorPlanes(base: memory, distance: capacity)
    guide = ColorPlanes(base: memory + 3 * capacity, distance: capacity)
    rest = ColorPlanes(base: memory + 6 * capacity, distance: capacity)
  }

  deinit { memory.deallocate() }

  /// Loads the pixels of a part and its surroundings.
  func load(_ part: PixelRect, from picture: PixelPlane, canvas: PixelSize) {
    x = (part.x - margin) & ~7
    y = (part.y - margin) & ~7
    width = (part.maxX + margin - x + 7) & ~7
    height = (part.maxY + margin - y + 7) & ~7
    precondition(width * height <= capacity)
    let first = max(0, -x)
    let last = min(width, canvas.width - x)
    for line in 0..<height {
      let row = picture.row(min(max(y + line, 0), canvas.height - 1), from: 0)
      let place = line * stride
      for column in first..<last { source.set(place + column, row[x + column]) }
      for column in 0..<first { source.set(place + column, row[0]) }
      for column in last..<width { source.set(place + column, row[canvas.width - 1]) }
    }
  }
}

/// Three planes of numbers, one for each colour, borrowed from their ``WorkArea``.
struct ColorPlanes {
  let red: UnsafeMutablePointer<Float>
  let green: UnsafeMutablePointer<Float>
  let blue: UnsafeMutablePointer<Float>

  /// - Parameter distance: the distance from one plane to the next.
  init(base: UnsafeMutablePointer<Float>, distance: Int) {
    red = base
    green = base + distance
    blue = base + 2 * distance
  }

  /// The four pixels that begin at a position.
  @inline(__always)
  subscript(place: Int) -> PixelGroup {
    get {
      PixelGroup(red: red.group(place), green: green.group(place), blue: blue.group(place))
    }
    nonmutating set {
      red.setGroup(place, newValue.red)
      green.setGroup(place, newValue.green)
      blue.setGroup(place, newValue.blue)
    }
  }

  @inline(__always)
  func set(_ place: Int, _ pixel: UInt32) {
    let isTransparent = pixel >> 24 == 0
    red[place] = isTransparent ? -2000 : Float(pixel & 255)
    green[place] = isTransparent ? -2000 : Float(pixel >> 8 & 255)
    blue[place] = isTransparent ? -2000 : Float(pixel >> 16 & 255)
  }
}

/// Four pixels side by side.
struct PixelGroup {
  var red: SIMD4<Float>
  var green: SIMD4<Float>
  var blue: SIMD4<Float>

  static let zero = PixelGroup(
    red: SIMD4(repeating: 0), green: SIMD4(repeating: 0), blue: SIMD4(repeating: 0))

  @inline(__always)
  func squaredDistance(_ other: PixelGroup) -> SIMD4<Float> {
    let r = red - other.red
    let g = green - other.green
    let b = blue - other.blue
    return r * r + g * g + b * b
  }

  @inline(__always)
  mutating func add(_ other: PixelGroup, times weight: SIMD4<Float>) {
    red += other.red * weight
    green += other.green * weight
    blue += other.blue * weight
  }

  @inline(__always)
  func scaled(by factor: SIMD4<Float>) -> PixelGroup {
    PixelGroup(red: red * factor, green: green * factor, blue: blue * factor)
  }
}

extension UnsafeMutablePointer<Float> {
  /// Four numbers from a position that does not need to be a multiple of four.
  @inline(__always)
  func group(_ place: Int) -> SIMD4<Float> {
    UnsafeRawPointer(self + place).loadUnaligned(as: SIMD4<Float>.self)
  }

  @inline(__always)
  func setGroup(_ place: Int, _ value: SIMD4<Float>) {
    UnsafeMutableRawPointer(self + place).storeBytes(of: value, as: SIMD4<Float>.self)
  }
}

extension SIMD4<Float> {
  /// In a fixed order.
  @inline(__always)
  var total: Float { (self[0] + self[1]) + (self[2] + self[3]) }
}

extension SIMD3<Float> {
  @inline(__always)
  var total: Float { self[0] + self[1] + self[2] }
}
