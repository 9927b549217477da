internal import AnimTiming
internal import Raster
internal import Stages
internal import Threads

/// Yields the frames of a Lottie animation, drawn by rlottie.
///
/// Every frame lasts one tick of the animation's own rate, and the animation repeats forever,
/// because the format has no loop count.
final class LottieSource: FrameSource {
  var info: SourceInfo

  private let drawing: LottieDrawing
  private let pool: PixelBuffer.Pool
  private let textBytes: Int
  private var position = 0

  /// - Throws: ``ReadingError``.
  init(_ document: LottieDocument, byteCount: Int64, options: ReadingOptions) throws {
    drawing = try LottieDrawing(document)
    pool = PixelBuffer.Pool(size: document.size)
    textBytes = document.text.count
    let frame = SourceInfo.Frame(
      delay: .declared(ticks: 1, timebase: document.rate.timebase),
      rect: PixelRect(document.size), disposal: .keep, blend: .source)
    info = SourceInfo(
      kind: .lottie, size: document.size,
      frames: Array(repeating: frame, count: document.frameCount), plays: .forever,
      declaresPlays: false, alpha: .possible, defaultPolicy: .verbatim(zeroDelay: nil),
      byteCount: byteCount, notes: document.notes)
    info.isVector = true
  }

  func next() throws -> CanvasFrame? {
    guard position < info.frames.count else { return nil }
    try CancellationFlag.betweenFrames?.check()
    let index = position
    let pixels = pool.take()
    drawing.draw(index, into: pixels)
    pixels.vector = LottieFrame(drawing: drawing, index: index)
    position = index + 1
    return CanvasFrame(index: index, pixels: pixels, changed: PixelRect(info.size))
  }

  func seek(to index: Int) {
    precondition((0...info.frames.count).contains(index), "no frame \(index)")
    position = index
  }

  func restartPoint(for index: Int) -> Int { index }

  /// Layers with an opacity or a matte are drawn separately, each as large as the canvas; the model
  /// is larger than its text.
  var decodingBytes: Int { info.decodingBytes(pictures: 8) + 16 * textBytes }
}
