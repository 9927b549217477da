// Starts any number of conversions at once and watches their results.
//
//     Together COUNT KIND INPUT FOLDER
//
// KIND is mp4, webm, av1, gif, sheet or mixed. Every tenth conversion is cancelled at a random
// moment. Exits with 0 if every other conversion has its output, no other file is on the disk, and
// the program's queues were never blocked for more than 100 ms.

import AnimConv
import Foundation
import Measuring

guard CommandLine.arguments.count == 5, let count = Int(CommandLine.arguments[1]) else {
  print("usage: Together COUNT mp4|webm|av1|gif|sheet|mixed INPUT FOLDER")
  exit(64)
}
let kind = CommandLine.arguments[2]
let input = try [UInt8](Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[3])))
let folder = CommandLine.arguments[4]
let kinds = kind == "mixed" ? ["mp4", "webm", "sheet", "gif", "av1"] : [kind]
let extensions = ["sheet": "png", "av1": "mp4"]

/// The results of the conversions.
struct Outcome {
  var done = 0
  var cancelled = 0
  var failures: [String] = []
}

let outcome = Guarded(Outcome())
let ticker = Ticker()
let start = ContinuousClock.now

/// Exits if no conversion has ended for a minute.
let watch = Task.detached {
  var last = -1
  var since = ContinuousClock.now
  while !Task.isCancelled {
    try await Task.sleep(for: .seconds(1))
    let now = outcome.withLock { $0.done + $0.cancelled + $0.failures.count }
    // Only the times of cancellations are left.
    if now == count { return }
    if now != last {
      last = now
      since = .now
    } else if ContinuousClock.now - since > .seconds(60) {
      print(
        "stands still: \(now) of \(count) ended, \(ProcessFigures.threads) threads, "
          + "the program's queues held up for \(Int(ticker.worstGap)) ms")
      exit(1)
    }
  }
}

await withTaskGroup(of: Void.self) { group in
  for index in 0..<count {
    let kind = kinds[index % kinds.count]
    var conversion = Conversion(
      input: .bytes(input, name: "input"),
      output: AnimationOutput("\(folder)/\(index).\(extensions[kind] ?? kind)"))
    if kind == "av1" { conversion.video.codec = .av1 }
    let converter = Converter(conversion)
    let task = Task.detached {
      do {
        try await converter.run()
        outcome.withLock { $0.done += 1 }
      } catch {
        outcome.withLock {
          if (error as? ConversionError)?.kind == .cancelled || error is CancellationError {
            $0.cancelled += 1
          } else {
            $0.failures.append("\(error)")
          }
        }
      }
    }
    if index % 10 == 9 {
      let delay = Double.random(in: 0...Double(count) * 0.02)
      group.addTask {
        try? await Task.sleep(for: .seconds(delay))
        task.cancel()
      }
    }
    group.addTask { await task.value }
  }
}
watch.cancel()
// Afterwards nothing ticks.
let (gap, gapBegan) = (ticker.worstGap, ticker.worstGapBegan)
ticker.stop()

let end = outcome.withLock { $0 }
let files = try FileManager.default.contentsOfDirectory(atPath: folder)
let whole = files.filter { name in
  kinds.contains { name.hasSuffix(".\(extensions[$0] ?? $0)") } && name.first != "."
}
print(
  "\(count) \(kind): \(end.done) done, \(end.cancelled) cancelled, \(end.failures.count) failed in "
    + "\(Int((ContinuousClock.now - start).milliseconds)) ms")
print(
  "threads: at most \(ticker.mostThreads) on \(ProcessFigures.processors) processors; memory: at most "
    + "\(ProcessFigures.peakKiB / 1024) MiB, \(ProcessFigures.residentKiB / 1024) MiB at the end; "
    + "descriptors at the end: \(ProcessFigures.openFiles)")
print("longest gap of a ticker of 5 ms: \(Int(gap)) ms, after \(Int(gapBegan)) s")
for failure in Set(end.failures) { print("failure: \(failure)") }
let leftovers = files.filter { !whole.contains($0) && !$0.hasSuffix(".json") }
if !leftovers.isEmpty { print("left on the disk: \(leftovers.prefix(5))") }
let isRight =
  end.failures.isEmpty && end.done + end.cancelled == count && whole.count == end.done
  && leftovers.isEmpty && isInTime(gap <= 100)
exit(isRight ? 0 : 1)
