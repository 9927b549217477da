import FrameTestSupport
import AnimTiming
import Stages
import Synchronization
import TestSupport
import Testing

@testable import AnimPlay
@testable import Threads

@Suite struct AnimationConcurrencyTests {
  @Test(arguments: [nil, 1, 4, 1000] as [Int?])
  func manyTasksAtOnceGetTheRightFrames(frames: Int?) async throws {
    let budget = frames.map { FrameBudget(bytes: $0 * 64) } ?? FrameBudget()
    let animation = try await AnimatedImage(.numbered(90), budget: budget)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<40 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(task))
          for step in 0..<60 {
            let index =
              task % 3 == 0 ? (task + step) % 90 : Int.random(in: 0..<90, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
              if let frame = animation.frameIfReady(at: index) {
                #expect(frame.index <= index)
                #expect(frame.pixels.number == frame.index)
              }
            case 1 where step == 30: budget.trim(.warning)
            default:
              let frame = try await animation.frame(at: index)
              #expect(frame.index == index)
              #expect(frame.pixels.number == index)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(budget.waiterCount == 0)
  }

  @Test func cancelledTasksStopWaitingAndLeaveNothing() async throws {
    let gate = Gate()
    let animation = try await AnimatedImage(.numbered(50) { if $0 >= 20 { gate.wait() } })
    let tasks = (0..<30).map { index in
      Task { try await animation.frame(at: 20 + index % 10).index }
    }
    for _ in 0..<2000 where animation.budget.waiterCount < 30 {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(animation.budget.waiterCount == 30)
    for (index, task) in tasks.enumerated() where index % 2 == 0 { task.cancel() }
    for (index, task) in tasks.enumerated() where index % 2 == 0 {
      // The worker still hangs, so only the cancellation can have ended these.
      let result = await task.result
      let error = #expect(throws: ConversionError.self) { try result.get() }
      #expect(error?.kind == .cancelled)
    }
    #expect(animation.budget.waiterCount == 15)
    gate.open()
    for (index, task) in tasks.enumerated() where index % 2 == 1 {
      #expect(try await task.value == 20 + index % 10)
    }
    #expect(animation.budget.waiterCount == 0)
  }

  @Test func cancellingAtAnyMomentNeitherHangsNorLeaks() async throws {
    let budget = FrameBudget(bytes: 6 * 64)
    let animation = try await AnimatedImage(
      .numbered(64) { _ in pause(microseconds: 200) }, budget: budget)
    var random = SeededGenerator(seed: 9)
    for _ in 0..<300 {
      let index = Int.random(in: 0..<64, using: &random)
      let task = Task { try await animation.frame(at: index).pixels.number }
      if Bool.random(using: &random) {
        pause(microseconds: UInt32.random(in: 0..<400, using: &random))
      }
      task.cancel()
      switch await task.result {
      case .success(let number): #expect(number == index)
      case .failure(let error): #expect((error as? ConversionError)?.kind == .cancelled)
      }
    }
    #expect(budget.waiterCount == 0)
    #expect(try await animation.frame(at: 33).pixels.number == 33)
    #expect(budget.peakBytes <= 6 * 64)
  }

  @Test func releasingAnAnimationReleasesItsFrames() async throws {
    let budget = FrameBudget()
    weak var gone: AnimatedImage?
    do {
      let animation = try await AnimatedImage(.numbered(30), budget: budget)
      gone = animation
      for try await _ in animation.frames {}
    }
    #expect(gone == nil)
    #expect(budget.usedBytes == 0)
  }
}

extension FrameBudget {
  /// Whether the frame of the only animation is in memory.
  func keeps(_ index: Int) -> Bool {
    state.withLock { $0.members.values.allSatisfy { $0.cache.contains(index) } }
  }

  /// Tasks that wait for a frame.
  var waiterCount: Int {
    state.withLock { state in state.members.values.reduce(0) { $0 + $1.waiters.count } }
  }
}
