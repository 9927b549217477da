internal import Raster
internal import Stages

/// The shown part of each image, and the enlargement of its pixels.
struct PictureParts {
  /// For every frame, the part of its image, which may extend beyond it; empty for nothing.
  var rects: [PixelRect]
  /// Whole factors for enlarging pixels horizontally and vertically.
  var scale: PixelSize

  init(rects: [PixelRect], scale: PixelSize) {
    (self.rects, self.scale) = (rects, scale)
  }

  /// The whole of every image.
  init(whole info: SourceInfo, scale: PixelSize) {
    self.init(rects: info.frames.map { _ in PixelRect(info.size) }, scale: scale)
  }

  /// A size that contains every part.
  var size: PixelSize {
    PixelSize(
      width: (rects.lazy.map(\.width).max() ?? 0) * scale.width,
      height: (rects.lazy.map(\.height).max() ?? 0) * scale.height)
  }
}

/// Shows parts of another source's images, smaller ones centred.
final class PartSource: FrameSource {
  let info: SourceInfo

  private let source: any FrameSource
  private let parts: PictureParts
  private let pool: PixelBuffer.Pool

  /// - Parameter parts: one for each frame; not all empty.
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)``.
  init(_ source: any FrameSource, _ parts: PictureParts, limits: ReadingLimits) throws {
    self.source = source
    self.parts = parts
    var info = source.info
    info.size = parts.size
    try limits.check(canvas: info.size)
    try limits.check(frames: info.frames.count, on: info.size)
    if parts.rects.contains(where: { $0 != PixelRect(source.info.size) }) { info.alpha = .possible }
    for index in info.frames.indices {
      let isRepeat = info.frames[index].rect.isEmpty && Self.isRepeat(index, parts)
      info.frames[index].rect = isRepeat ? .empty : PixelRect(info.size)
    }
    self.info = info
    pool = PixelBuffer.Pool(size: info.size)
  }

  /// Whether a frame shows the same part as the previous one.
  private static func isRepeat(_ index: Int, _ parts: PictureParts) -> Bool {
    index > 0 && parts.rects[index] == parts.rects[index - 1]
  }

  var warnings: [ReadingWarning] { source.warnings }

  func next() throws -> CanvasFrame? {
    guard let frame = try source.next() else { return nil }
    let pixels = pool.take()
    pixels.contents = nil
    pixels.clear(PixelRect(info.size))
    draw(frame.pixels, parts.rects[frame.index], into: pixels)
    let isRepeat = frame.changed.isEmpty && Self.isRepeat(frame.index, parts)
    return CanvasFrame(
      index: frame.index, pixels: pixels, changed: isRepeat ? .empty : PixelRect(info.size))
  }

  private func draw(_ picture: PixelBuffer, _ part: PixelRect, into pixels: PixelBuffer) {
    let (across, down) = (parts.scale.width, parts.scale.height)
    let visible = part.intersection(PixelRect(picture.size))
    if visible.isEmpty { return }
    let left = (info.size.width / across - part.width) / 2 + visible.x - part.x
    let top = (info.size.height / down - part.height) / 2 + visible.y - part.y
    let (from, to) = (PixelPlane(picture), PixelPlane(pixels))
    for y in 0..<visible.height {
      let row = from.row(visible.y + y, from: visible.x)
      let first = to.row((top + y) * down, from: left * across)
      for x in 0..<visible.width {
        (first + x * across).update(repeating: row[x], count: across)
      }
      for copy in 1..<max(1, down) {
        to.row((top + y) * down + copy, from: left * across)
          .update(from: first, count: visible.width * across)
      }
    }
  }

  func seek(to index: Int) throws { try source.seek(to: index) }

  func restartPoint(for index: Int) -> Int { source.restartPoint(for: index) }

  /// The memory of the other source, one returned image and one that waits.
  var decodingBytes: Int {
    source.decodingBytes + 2 * PixelBuffer.Pool.byteCount(info.size) + parts.rects.count * 32
  }
}
