internal import AnimTiming
internal import Raster
internal import Stages

/// Draws a still image that is itself an input and is decoded as a whole, upright.
final class StillPainter: FramePainter {
  let info: SourceInfo

  private let source: ByteSource
  private let still: StillPicture
  private let reader: StillPictureReader
  private let pool: PixelBuffer.Pool
  private(set) var warnings: [ReadingWarning] = []
  var handsOnWide: Bool {
    get { reader.handsOnWide }
    set { reader.handsOnWide = newValue }
  }

  /// - Parameter still: the file's survey.
  /// - Throws: ``ReadingError``.
  init(
    _ kind: InputKind, _ still: StillPicture, _ source: ByteSource, options: ReadingOptions
  ) throws {
    self.source = source
    self.still = still
    reader = StillPictureReader(options: options)
    pool = PixelBuffer.Pool(size: still.size)
    var found = WarningList(isStrict: options.isStrict)
    if let warning = try still.coding.trailing(in: source) { try found.report(warning) }
    var info = SourceInfo(
      kind: kind, size: still.size,
      frames: [
        SourceInfo.Frame(
          delay: .missing, rect: PixelRect(still.size), disposal: .keep, blend: .source)
      ], plays: .plays(1), declaresPlays: false, alpha: still.hasTransparency ? .possible : .absent,
      defaultPolicy: .browser,
      metadata: try still.coding.metadata(in: source, options: options),
      byteCount: source.byteCount,
      warnings: found.warnings)
    info.sampleDepth = still.sampleDepth
    self.info = info
  }

  func startsDecoding(_ index: Int) -> Bool { true }

  func draw(_ index: Int, on canvas: inout Canvas) throws -> CanvasFrame {
    let (picture, found) = try still.coding.decode(
      still, from: source, by: reader, into: pool)
    if warnings.isEmpty { warnings = found }
    let patch = Patch(
      rect: PixelRect(still.size), disposal: .keep, writesEveryPixel: true, startsBlank: true)
    let frame = canvas.draw(index, patch) { target, stride in
      let rows = PixelPlane(picture)
      for y in 0..<still.size.height {
        (target + y * stride).update(from: rows.row(y, from: 0), count: still.size.width)
      }
    }
    frame.pixels.wide = picture.wide
    return frame
  }

  /// The decoder's memory, and the image before it is on the canvas.
  var decodingBytes: Int { still.decodingBytes + PixelBuffer.Pool.byteCount(still.size) }
}
