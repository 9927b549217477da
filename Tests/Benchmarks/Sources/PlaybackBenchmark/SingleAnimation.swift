import AnimConv
import Foundation
import SystemPackage

func measureRandomAccess(_ file: String, accesses: Int, budget: FrameBudget) async throws {
  let clock = ContinuousClock()
  let start = clock.now
  let animation = try await AnimatedImage(.path(FilePath(file)), budget: budget)
  let survey = clock.now - start
  let opened = clock.now
  _ = try await animation.start()
  let first = clock.now - opened
  print("survey, ms", text(survey.milliseconds), separator: "\t")
  print("first frame after opening, ms", text(first.milliseconds), separator: "\t")

  var random = SeededGenerator(seed: 1)
  var costs: [Double] = []
  var checksum = 0
  for _ in 0..<accesses {
    let index = Int.random(in: 0..<animation.count, using: &random)
    let before = clock.now
    let frame = try await animation.frame(at: index)
    costs.append((clock.now - before).milliseconds)
    checksum &+= frame.pixels.withBytes { Int($0[$0.count / 2]) }
  }
  costs.sort()
  print("random frames", accesses, separator: "\t")
  print("median, ms", text(costs[costs.count / 2]), separator: "\t")
  print("95 %, ms", text(costs[costs.count * 95 / 100]), separator: "\t")
  print("worst, ms", text(costs.last!), separator: "\t")
  print("mean, ms", text(costs.reduce(0, +) / Double(costs.count)), separator: "\t")
  print("checksum", checksum, separator: "\t")
  print("peak memory of the process, KiB", Memory.peakKiB, separator: "\t")
}

func walkBackward(_ file: String, stride: Int, mebibytes: Int) async throws {
  let clock = ContinuousClock()
  let budget = FrameBudget(bytes: mebibytes << 20)
  let animation = try await AnimatedImage(.path(FilePath(file)), budget: budget)
  print("after the survey, KiB", Memory.peakKiB, separator: "\t")
  let start = clock.now
  var worst = 0.0
  var count = 0
  for index in Swift.stride(from: animation.count - 1, through: 0, by: -stride) {
    let before = clock.now
    _ = try await animation.frame(at: index)
    worst = max(worst, (clock.now - before).milliseconds)
    count += 1
  }
  print("frames", count, separator: "\t")
  print("mean, ms", text((clock.now - start).milliseconds / Double(count)), separator: "\t")
  print("worst, ms", text(worst), separator: "\t")
  print("peak of the budget, KiB", budget.peakBytes >> 10, "of", mebibytes << 10, separator: "\t")
  print("peak memory of the process, KiB", Memory.peakKiB, separator: "\t")
}

func playForward(_ file: String) async throws {
  let animation = try await AnimatedImage(.path(FilePath(file)))
  var checksum = 0
  for try await frame in animation.frames {
    checksum &+= frame.pixels.withBytes { Int($0[$0.count / 2]) }
  }
  print("frames", animation.count, separator: "\t")
  print("checksum", checksum, separator: "\t")
  print("peak memory of the process, KiB", Memory.peakKiB, separator: "\t")
}

/// Shows frames in order and in random order with memory for one, and compares the memory with the
/// library's statement.
func compareMemory(_ file: String) async throws {
  let before = Memory.residentKiB
  Memory.forgetPeak()
  let budget = FrameBudget(bytes: 1)
  let animation = try await AnimatedImage(.path(FilePath(file)), budget: budget)
  var random = SeededGenerator(seed: 1)
  for access in 0..<60 {
    let index =
      access < 30 ? access % animation.count : Int.random(in: 0..<animation.count, using: &random)
    _ = try await animation.frame(at: index)
  }
  let taken = Memory.peakKiB - before
  let stated = (budget.peakBytes + animation.decodingBytes) >> 10
  print(taken, stated, file, separator: "\t")
  if taken > stated + 16 << 10 { exit(1) }
}
