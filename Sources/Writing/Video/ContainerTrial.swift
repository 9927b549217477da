internal import AnimTiming
internal import CLibrary
package import Messages
internal import OutputFiles
internal import Raster
internal import Stages
internal import SystemPackage

/// Eight small frames, converted to a container and read back, for `animconv doctor`: a list of
/// libraries cannot prove that they work.
package struct ContainerTrial: Sendable, Hashable {
  /// The result for the file, or the error.
  package enum Outcome: Sendable, Hashable {
    /// The file matches the plan.
    case right(VideoReadBack)
    case failed(reason: ConversionMessage)
  }

  package let container: VideoContainer
  package let outcome: Outcome

  package var isRight: Bool {
    if case .right = outcome { true } else { false }
  }

  /// Delays without a constant rate, in milliseconds, with a last frame as long as in many GIFs.
  private static let delays: [Int64] = [20, 70, 40, 100, 30, 50, 60, 530]
  private static let size = PixelSize(width: 64, height: 48)

  /// Converts and reads back in a temporary file of `TMPDIR` (default `/tmp`), which is removed.
  /// Has alpha if the container's default codec supports it.
  package init(_ container: VideoContainer) {
    self.container = container
    do {
      outcome = .right(try Self.convert(to: container))
    } catch {
      outcome = .failed(reason: (error as? any StageFailure)?.reason ?? "\(error)")
    }
  }

  private static func convert(to container: VideoContainer) throws -> VideoReadBack {
    let output = try OutputFile(TemporaryStorage.folder.appending("trial.\(container.rawValue)"))
    defer { output.discard() }
    let timing = VideoTiming(
      timeline: try AnimationTimeline(durations: delays, timebase: .milliseconds))
    let encoding = try VideoEncoding.resolve(
      container: container, options: VideoOptions(), size: size, keepsAlpha: container != .mp4,
      timing: timing)
    let sink = try VideoSink(
      path: output.temporaryPath, encoding: encoding, timing: timing)
    do {
      for index in delays.indices {
        try sink.write(
          TimedFrame(
            frame: frame(index), start: timing.timeline.start(of: index), duration: delays[index])
        )
      }
      try sink.finish()
    } catch {
      sink.cancel()
      throw error
    }
    return try VideoReadBack.check(output.temporaryPath, encoding: encoding, timing: timing)
  }

  /// A bar that moves over a gradient, with a transparent corner.
  private static func frame(_ index: Int) -> CanvasFrame {
    let buffer = PixelBuffer.Pool(size: size).take()
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = buffer.base + y * buffer.stride + x * 4
        let isBar = x / 6 == index
        let isOpaque = x + y > 12
        pixel[0] = isOpaque ? (isBar ? 230 : UInt8(x * 4)) : 0
        pixel[1] = isOpaque ? UInt8(y * 5) : 0
        pixel[2] = isOpaque ? 90 : 0
        pixel[3] = isOpaque ? 255 : 0
      }
    }
    return CanvasFrame(index: index, pixels: buffer, changed: PixelRect(size))
  }
}
