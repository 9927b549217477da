internal import Raster
internal import Stages

/// Shows another source's images upright.
final class TurnedSource: WideSource {
  let info: SourceInfo

  private let source: any FrameSource
  private let orientation: PictureOrientation
  private let pool: PixelBuffer.Pool

  init(_ source: any FrameSource, _ orientation: PictureOrientation) {
    self.source = source
    self.orientation = orientation
    var info = source.info
    let stored = info.size
    info.size = orientation.upright(stored)
    for index in info.frames.indices {
      info.frames[index].rect = orientation.turn(info.frames[index].rect, in: stored)
    }
    self.info = info
    pool = PixelBuffer.Pool(size: info.size)
  }

  var warnings: [ReadingWarning] { source.warnings }

  func next() throws -> CanvasFrame? {
    guard let frame = try source.next() else { return nil }
    let pixels = pool.take()
    pixels.contents = nil
    orientation.turn(frame.pixels, into: pixels)
    pixels.wide = frame.pixels.wide.map(orientation.turned)
    return CanvasFrame(
      index: frame.index, pixels: pixels,
      changed: orientation.turn(frame.changed, in: frame.pixels.size))
  }

  var handsOnWide: Bool {
    get { (source as? any WideSource)?.handsOnWide ?? false }
    set { (source as? any WideSource)?.handsOnWide = newValue }
  }

  func seek(to index: Int) throws { try source.seek(to: index) }

  func detectAlpha() throws -> Bool { try source.detectAlpha() }

  func restartPoint(for index: Int) -> Int { source.restartPoint(for: index) }

  /// The memory of the other source, one returned image and one that waits.
  var decodingBytes: Int { source.decodingBytes + 2 * PixelBuffer.Pool.byteCount(info.size) }
}
