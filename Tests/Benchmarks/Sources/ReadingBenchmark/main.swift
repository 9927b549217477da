// Reads every frame of each file on one thread and prints, tab-separated: animconv, frames,
// composed pixels, seconds, nanoseconds per composed pixel, a checksum that keeps the work from
// being skipped, and the seconds of the survey.
//
//     ReadingBenchmark [--hold N] [--unlimited] FILE...
//
// --hold N keeps the last N frames alive, as the queues of a conversion do.

import AnimConv
import SystemPackage

func seconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}

func measure(_ name: String, held: Int, options: ReadingOptions) async throws {
  let clock = ContinuousClock()
  var pixels = 0
  var frames = 0
  var checksum = 0
  let start = clock.now
  let source = try await AnimationInput.path(FilePath(name)).open(options: options)
  let survey = seconds(clock.now - start)
  var queue: [CanvasFrame] = []
  while let frame = try source.next() {
    frames += 1
    pixels += source.info.size.area
    checksum &+= frame.pixels.withBytes { Int($0[$0.count / 2]) }
    if held > 0 {
      if queue.count == held { queue.removeFirst() }
      queue.append(frame)
    }
  }
  let total = seconds(clock.now - start)
  print(
    "animconv", frames, pixels, total, total * 1e9 / Double(pixels), checksum, survey,
    separator: "\t")
}

var held = 0
var options = ReadingOptions()
var files: [String] = []
var arguments = CommandLine.arguments.dropFirst().makeIterator()
while let argument = arguments.next() {
  switch argument {
  case "--hold": held = arguments.next().flatMap { Int($0) } ?? 0
  case "--unlimited":
    options.limits.maxFrames = .max
    options.limits.maxTotalPixels = .max
  default: files.append(argument)
  }
}
for file in files {
  do {
    try await measure(file, held: held, options: options)
  } catch let error as any StageFailure {
    print("animconv", "refused", error.reason, separator: "\t")
  }
}
