// A program that brings kinds of its own: a raw video container that it writes and reads, a procedural
// source, a rule for delays, and a change of every frame.
//
//     OwnKinds FOLDER
//
// Writes the source into the container and into a WebP, and reads both. Ends with 0 when both show the
// same pictures at the same times, and when the rule and the change do what they say.

import AnimConv
import Foundation

guard CommandLine.arguments.count == 2 else {
  print("usage: OwnKinds FOLDER")
  exit(64)
}
let folder = FilePath(CommandLine.arguments[1])
var failures = 0
@MainActor func expect(_ holds: Bool, _ what: String) {
  print(holds ? "right: \(what)" : "WRONG: \(what)")
  if !holds { failures += 1 }
}

/// Every picture with its duration.
func frames(_ input: AnimationInput) async throws -> [(pixels: [UInt8], duration: RationalTime)] {
  var reading = ReadingOptions()
  reading.kinds = [RawVideoFile.kind]
  let animation = try await AnimatedImage(input, reading: reading)
  var frames: [(pixels: [UInt8], duration: RationalTime)] = []
  for try await frame in animation.frames {
    frames.append((frame.pixels.withBytes { Array($0) }, frame.duration))
  }
  return frames
}

let ripples = AnimationInput.custom(
  CustomInput(name: "ripples") { _ in Ripples(side: 41, count: 17).composed() })

// Out, and in again.
var conversion = Conversion(input: ripples, output: .file(folder.appending("ripples.rawv")))
conversion.kind = .custom(RawVideo())
let report = try await Converter(conversion).run()
expect(report.frameCount == 17, "17 frames are written")
var other = Conversion(input: ripples, output: .file(folder.appending("ripples.webp")))
other.image.isLossless = true
// Equal frames in a row stay frames of their own.
other.image.keepsFrames = true
try await Converter(other).run()
let raw = try await frames(.path(folder.appending("ripples.rawv")))
let webP = try await frames(.path(folder.appending("ripples.webp")))
expect(raw.map(\.pixels) == webP.map(\.pixels), "the container has the pictures of a lossless WebP")
expect(
  raw.map(\.duration) == (0..<17).map { .milliseconds(Int64(10 + $0 * 7)) }, "its times are exact")
let opened = try await AnimationInput.path(folder.appending("ripples.rawv")).open(
  options: {
    var options = ReadingOptions()
    options.kinds = [RawVideoFile.kind]
    return options
  }())
expect(opened.info.plays == .plays(3), "it plays three times")

// A rule for delays: nothing is shorter than a fiftieth of a second.
var ruled = Conversion(
  input: .path(folder.appending("ripples.rawv")), output: .file(folder.appending("ruled.rawv")))
ruled.reading.kinds = [RawVideoFile.kind]
ruled.kind = .custom(RawVideo())
ruled.timing.delayRule = Conversion.Timing.DelayRule { delays in
  delays.map { max($0.time ?? .zero, .milliseconds(20)) }
}
try await Converter(ruled).run()
let slow = try await frames(.path(folder.appending("ruled.rawv")))
expect(
  slow.map(\.duration) == raw.map { max($0.duration, .milliseconds(20)) },
  "the rule decides the times")

// A change of every frame.
var edit = AnimationEdit(joining: [.path(folder.appending("ripples.rawv"))])
edit.transform = .init { pixels, _ in
  PixelBuffer.Pool(size: pixels.size).buffer { bytes in
    pixels.withBytes { bytes.copyBytes(from: $0) }
    for place in stride(from: 0, to: bytes.count, by: 4) where bytes[place + 3] > 0 {
      for channel in 0..<3 { bytes[place + channel] = 255 - bytes[place + channel] }
    }
  }
}
var negative = ruled
negative.timing.delayRule = nil
negative.input = .edit(edit)
negative.output = .file(folder.appending("negative.rawv"))
try await Converter(negative).run()
let inverted = try await frames(.path(folder.appending("negative.rawv")))
expect(
  zip(inverted, raw).allSatisfy {
    zip($0.pixels, $1.pixels).enumerated().allSatisfy { place, pair in
      place % 4 == 3 ? pair.0 == pair.1 : pair.0 == 255 - pair.1 || pair.1 == 0 && pair.0 == 0
    }
  }, "the change inverts the colours")

// A damaged container is refused, and no output remains.
try Data("RAWV and nothing more".utf8).write(to: URL(filePath: folder.appending("bad.rawv").string))
negative.input = .path(folder.appending("bad.rawv"))
negative.output = .file(folder.appending("bad.webp"))
negative.kind = nil
do {
  try await Converter(negative).run()
  expect(false, "a damaged container is refused")
} catch let error as ConversionError {
  expect(error.code == .customSource, "a damaged container is refused: \(error)")
}
expect(
  !FileManager.default.fileExists(atPath: folder.appending("bad.webp").string),
  "nothing is left of it")
exit(failures == 0 ? 0 : 1)
