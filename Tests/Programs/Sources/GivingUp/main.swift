// Cancels conversions at every moment and measures how soon they end.
//
//     GivingUp WIDTHxHEIGHT FRAMES CODEC MOST FOLDER
//
// Records a video of the given number of different frames, then converts it repeatedly and cancels
// a little later each time. CODEC is h264, vp9 or av1. Exits with 0 if each conversion ended, and
// its file was removed, within MOST ms after its cancellation.

import AnimConv
import Foundation
import Measuring

let words = CommandLine.arguments
guard words.count == 6, let size = PixelSize(parsing: words[1]), let frames = Int(words[2]),
  let codec = VideoCodec(rawValue: words[3]), let most = Double(words[4])
else {
  print("usage: GivingUp WIDTHxHEIGHT FRAMES h264|vp9|av1 MOST FOLDER")
  exit(64)
}
let folder = words[5]

var recording = AnimationWriter.Options()
recording.video.encoderPreset = "ultrafast"
let input = "\(folder)/input.mp4"
let writer = try await AnimationWriter(to: AnimationOutput(input), size: size, options: recording)
for frame in 0..<frames {
  try await writer.append(at: RationalTime(Int64(frame), 60)) { target in
    let pixels = target.bindMemory(to: UInt32.self)
    for index in pixels.indices {
      let (x, y) = (index % size.width, index / size.width)
      pixels[index] = UInt32(truncatingIfNeeded: (x &+ frame) &* 0x10_101 ^ y &* 0x0301)
    }
  }
}
try await writer.finish()

var conversion = Conversion(
  input: AnimationInput(input),
  output: AnimationOutput("\(folder)/out.\(codec == .h264 ? "mp4" : "webm")"))
conversion.video.codec = codec
// Encoders of large pictures need more memory than the default limit.
conversion.video.maxMemory = 2 << 30
conversion.overwriting = .replace
let whole = Latencies()
try await whole.measure { _ = try await Converter(conversion).run() }
let length = whole.percentile(100)
try FileManager.default.removeItem(atPath: conversion.output.name)

var phases: [String: Latencies] = [:]
let steps = 60
for step in 0..<steps {
  // The earlier cancelled conversions have ended, so this one starts at once.
  try await ProcessFigures.untilIdle()
  let phase = Guarded("waiting")
  let running = conversion
  let task = Task.detached {
    try await Converter(running).run { progress in
      phase.withLock { $0 = progress.phase.rawValue }
    }
  }
  try await Task.sleep(for: .milliseconds(length * (Double(step) + 0.5) / Double(steps)))
  let name = phase.withLock { $0 }
  let calls = Latencies()
  let result = await calls.measure {
    task.cancel()
    return await task.result
  }
  switch result {
  case .success: try? FileManager.default.removeItem(atPath: conversion.output.name)
  case .failure:
    let latencies = phases[name] ?? Latencies()
    latencies.note(.milliseconds(calls.percentile(100)))
    phases[name] = latencies
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
    precondition(left == ["input.mp4"], "something was left behind: \(left)")
  }
}

// The steps before a conversion.
let planned = conversion
for _ in 0..<20 {
  for name in ["opening an animation", "planning"] {
    let task = Task.detached {
      if name == "planning" {
        _ = try await Converter(planned).plan()
      } else {
        _ = try await AnimatedImage(planned.input).hasAlpha
      }
    }
    try await Task.sleep(for: .microseconds(Int.random(in: 0..<3000)))
    let latencies = phases[name] ?? Latencies()
    await latencies.measure {
      task.cancel()
      _ = await task.result
    }
    phases[name] = latencies
  }
}

print("\(size), \(frames) frames, \(codec.rawValue): \(Int(length)) ms")
for (name, latencies) in phases.sorted(by: { $0.key < $1.key }) {
  print("  \(name), \(latencies.count) times: \(latencies.summary)")
}
exit(isInTime(phases.values.allSatisfy { $0.percentile(100) <= most }) ? 0 : 1)
