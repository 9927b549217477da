internal import AnimTiming
internal import Raster
internal import Stages

/// Draws the frames of a ``FrameRecording``.
final class RecordingPainter: FramePainter {
  let info: SourceInfo
  let warnings: [ReadingWarning] = []

  private let frames: [RecordedFrame]
  private let spool: RecordingSpool

  /// - Throws: ``ReadingError/noFrames``.
  init(
    _ frames: [RecordedFrame], size: PixelSize, plays: LoopCount, byteCount: Int64,
    spool: RecordingSpool
  ) throws {
    if frames.isEmpty { throw ReadingError.noFrames }
    self.frames = frames
    self.spool = spool
    info = SourceInfo(
      kind: .custom, size: size,
      frames: frames.map {
        let delay = Delay.declared(
          ticks: $0.duration.numerator, timebase: Timebase(1, $0.duration.denominator))
        return SourceInfo.Frame(delay: delay, rect: $0.rect, disposal: .keep, blend: .source)
      },
      plays: plays, declaresPlays: true,
      alpha: frames.allSatisfy(\.isOpaque) ? .absent : .present,
      defaultPolicy: .verbatim(zeroDelay: nil), byteCount: byteCount)
  }

  func startsDecoding(_ index: Int) -> Bool { frames[index].rect == PixelRect(info.size) }

  func draw(_ index: Int, on canvas: inout Canvas) throws -> CanvasFrame {
    let frame = frames[index]
    let patch = Patch(rect: frame.rect, disposal: .keep, writesEveryPixel: true)
    return try canvas.draw(index, patch) { picture, stride in
      let pixels = try spool.read(frame, index: index)
      let rowBytes = frame.rect.width * 4
      pixels.withUnsafeBytes { pixels in
        for row in 0..<frame.rect.height {
          UnsafeMutableRawPointer(picture + (frame.rect.y + row) * stride + frame.rect.x)
            .copyMemory(from: pixels.baseAddress! + row * rowBytes, byteCount: rowBytes)
        }
      }
    }
  }
}
