// An editor that plays an animation and lets its user jump to any frame.
//
//     Editor FILE SECONDS
//
// Plays at 60 Hz with `frameIfReady`, then scrubs: it jumps to random frames and cancels most requests
// for the next one. Exits with 0 if nearly every frame was ready in time.

import AnimConv
import Foundation
import Measuring

guard CommandLine.arguments.count == 3, let seconds = Double(CommandLine.arguments[2]) else {
  print("usage: Editor FILE SECONDS")
  exit(64)
}
let animation = try await AnimatedImage(AnimationInput(CommandLine.arguments[1]))
let start = ContinuousClock.now
let interval = Duration.seconds(1) / 60

// Plays one frame per tick in order, at the rate of the screen.
_ = try await animation.frame(at: 0)
var ticks = 0
var exact = 0
let shown = Latencies()
var due = ContinuousClock.now
while ContinuousClock.now - start < .seconds(seconds / 2) {
  let index = ticks % animation.count
  let before = ContinuousClock.now
  if animation.frameIfReady(at: index)?.index == index { exact += 1 }
  shown.note(.now - before)
  ticks += 1
  due += interval
  try await Task.sleep(until: due)
}
print("playing: \(exact) of \(ticks) frames were ready when they were due; \(shown.summary)")

// Scrubs. A jump is cancelled if the user moves on before the frame is ready.
let jumps = Latencies()
let givenUp = Latencies()
var number = 0
while ContinuousClock.now - start < .seconds(seconds) {
  let index = Int.random(in: 0..<animation.count)
  let task = Task { try await animation.frame(at: index) }
  let before = ContinuousClock.now
  if number % 3 == 0 {
    let frame = try await task.value
    precondition(frame.index == index)
    jumps.note(.now - before)
  } else {
    try await Task.sleep(for: .milliseconds(2))
    let cancelled = ContinuousClock.now
    task.cancel()
    _ = await task.result
    givenUp.note(.now - cancelled)
  }
  number += 1
}
print("jumps: \(jumps.summary)")
print("from giving up to return: \(givenUp.summary)")
print(
  "memory: \(ProcessFigures.residentKiB / 1024) MiB, of which frames "
    + "\(animation.budget.peakBytes >> 20) MiB and decoding at most "
    + "\(animation.decodingBytes >> 20) MiB; threads: \(ProcessFigures.threads)")
let isTimely = Double(exact) >= 0.95 * Double(ticks) && givenUp.percentile(99) <= 50
exit(isInTime(isTimely) ? 0 : 1)
