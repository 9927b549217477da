// Plays each file once, at its own speed, and prints every frame when it is due.
//
//     Player FILE...
//
// Ends with an error if a file cannot be played. Needs no FFmpeg for GIF, APNG and WebP.

import AnimPlay

/// Plays an animation once.
func play(_ file: String, budget: FrameBudget) async throws {
  let animation = try await AnimatedImage(AnimationInput(file), budget: budget)
  var playing = try await animation.start(.skip)
  show(playing.first)
  // The clock starts when the first frame is ready.
  let start = ContinuousClock.now
  var position = playing.cursor.advance(to: .zero)
  while let change = position.nextChange {
    try await Task.sleep(until: start + Duration(change))
    position = playing.cursor.advance(to: RationalTime(ContinuousClock.now - start))
    if position.isFinished || position.play > 0 { break }
    show(try await animation.frame(at: position.frame))
  }
}

/// Draws a frame; here, it prints what is drawn.
func show(_ frame: AnimatedImage.Frame) {
  let opaque = frame.pixels.withBytes { rgba in
    stride(from: 3, to: rgba.count, by: 4).count { rgba[$0] == 255 }
  }
  print("frame \(frame.index) at \(frame.start.formatted()): \(opaque) opaque pixels")
}

// The decoded frames of all animations together take at most 64 MiB, and less when memory is scarce.
let budget = FrameBudget(bytes: 64 << 20)
let watch = FrameBudget.PressureWatch(budget)
for file in CommandLine.arguments.dropFirst() {
  print(file)
  try await play(file, budget: budget)
}
