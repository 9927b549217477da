import AnimTiming
import Foundation
import SystemPackage

@testable import Raster
@testable import Writing

/// A video that a test wrote to a temporary folder, removed with this value's last reference.
final class WrittenVideo {
  let folder: URL
  let path: String
  let encoding: VideoEncoding
  let timing: VideoTiming
  let readBack: VideoReadBack

  var bytes: [UInt8] {
    get throws { try Array(Data(contentsOf: URL(fileURLWithPath: path))) }
  }

  /// Encodes `frames` (one play) with these durations.
  ///
  /// - Parameter feedsEveryPlay: passes every play's frames even if packets could be repeated.
  init(
    _ frames: [CanvasFrame], durations: [Int64], timebase: Timebase, container: VideoContainer,
    options: VideoOptions = VideoOptions(), keepsAlpha: Bool = false, plays: Int = 1,
    feedsEveryPlay: Bool = false, name: String = "out", expectsTransparency: Bool = true
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("animconv-tests-\(UUID().uuidString)")
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var isWritten = false
    // A throwing initializer does not run `deinit`.
    defer { if !isWritten { try? FileManager.default.removeItem(at: folder) } }
    path = folder.appendingPathComponent("\(name).\(container.rawValue)").path
    let all = Array(repeating: durations, count: plays).flatMap(\.self)
    timing = try VideoTiming(
      timeline: AnimationTimeline(durations: all, timebase: timebase), plays: plays)
    encoding = try VideoEncoding.resolve(
      container: container, options: options, size: frames[0].pixels.size,
      keepsAlpha: keepsAlpha, timing: timing)
    let sink = try VideoSink(path: FilePath(path), encoding: encoding, timing: timing)
    let rounds = sink.repeatsPlays && !feedsEveryPlay ? 1 : plays
    for position in 0..<frames.count * rounds {
      let frame = frames[position % frames.count]
      let whole = PixelRect(frame.pixels.size)
      try sink.write(
        TimedFrame(
          frame: CanvasFrame(
            index: frame.index, pixels: frame.pixels,
            changed: position % frames.count == 0 ? whole : frame.changed),
          start: timing.timeline.start(of: position),
          duration: timing.timeline.duration(of: position)))
    }
    try sink.finish()
    readBack = try VideoReadBack.check(
      FilePath(path), encoding: encoding, timing: timing,
      expectsTransparency: expectsTransparency)
    isWritten = true
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
