// Reads every frame of each file on one thread and prints, tab-separated, frames, composed pixels,
// seconds, nanoseconds per composed pixel, and a checksum that keeps the work from being skipped.
//
//     ReadingBenchmark [--hold N] FILE...
//
// --hold N keeps the last N frames alive, as the queues of a conversion do.

import AnimConv
import SystemPackage

var arguments = CommandLine.arguments.dropFirst()
var held = 0
if arguments.first == "--hold" {
  held = Int(arguments.dropFirst().first ?? "") ?? 0
  arguments = arguments.dropFirst(2)
}

for name in arguments {
  let clock = ContinuousClock()
  var pixels = 0
  var frames = 0
  var checksum = 0
  let start = clock.now
  let source = try openSource(.path(FilePath(name)))
  let surveyed = clock.now
  var queue: [Frame] = []
  while let frame = try source.next() {
    frames += 1
    pixels += source.info.size.area
    checksum &+= frame.pixels.withBytes { Int($0[$0.count / 2]) }
    if held > 0 {
      if queue.count == held { queue.removeFirst() }
      queue.append(frame)
    }
  }
  let seconds =
    Double((clock.now - start).components.attoseconds) / 1e18
    + Double((clock.now - start).components.seconds)
  let survey = Double((surveyed - start).components.attoseconds) / 1e18
  print(
    "animconv", frames, pixels, seconds, seconds * 1e9 / Double(pixels), checksum, survey,
    separator: "\t")
}
