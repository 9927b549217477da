// A game that records its screen at 60 frames per second while it plays.
//
//     Recorder FRAMES WIDTHxHEIGHT OUTPUT
//
// Every pixel changes in every frame. Reports how much of the game's time recording takes. Ends
// with 0 when that is at most 2 ms for 99 of 100 frames, or when some frames had to be left out and
// were counted.

import AnimConv
import Foundation
import Measuring

guard CommandLine.arguments.count == 4, let frames = Int(CommandLine.arguments[1]),
  let size = PixelSize(parsing: CommandLine.arguments[2])
else {
  print("usage: Recorder FRAMES WIDTHxHEIGHT OUTPUT")
  exit(64)
}
var options = AnimationWriter.Options()
options.video.encoderPreset = CommandLine.arguments[3].hasSuffix("mp4") ? "ultrafast" : nil
options.whenFull = .dropNewest
options.overwriting = .replace
let writer = try await AnimationWriter(
  to: AnimationOutput(CommandLine.arguments[3]), size: size, options: options)

// The game's drawings, as large as its screen, prepared in advance.
let screens = (0..<8).map { screen in
  [UInt8](
    (0..<size.width * size.height * 4).map {
      UInt8(truncatingIfNeeded: $0 / 4 &* 7 &+ screen * 31 &+ $0)
    })
}
let calls = Latencies()
let interval = Duration.seconds(1) / 60
let start = ContinuousClock.now
for frame in 0..<frames {
  let screen = screens[frame % screens.count]
  try await calls.measure {
    _ = try await writer.append(at: RationalTime(Int64(frame), 60)) { target in
      target.copyBytes(from: screen)
    }
  }
  try await Task.sleep(until: start + interval * (frame + 1))
}
let played = ContinuousClock.now - start
let report = try await writer.finish(at: RationalTime(Int64(frames), 60))
let bytes = report.outputs.reduce(0) { $0 + $1.byteCount }
print("recording: \(calls.summary) of the game's time a frame")
print(
  "\(report.frameCount) frames in \(Int(played.milliseconds)) ms, \(report.droppedFrames) left out; "
    + "\(bytes) bytes \(Int((ContinuousClock.now - start - played).milliseconds)) ms after the last frame"
)
print(
  "memory: at most \(ProcessFigures.peakKiB / 1024) MiB; threads: \(ProcessFigures.threads)")
let isWhole = report.frameCount + report.droppedFrames == frames
exit(isWhole && isInTime(calls.percentile(99) <= 2) ? 0 : 1)
