import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimPlay
@testable import Raster

@Suite struct MemoryPressureWatchTests {
  @Test func theKernelsTextsAreUnderstood() {
    var reading = PressureReading()
    reading.add(events: "low 4\nhigh 3\nmax 20\noom 1\noom_kill 7\noom_group_kill 0\n")
    reading.add(
      pressure: """
        some avg10=1.53 avg60=0.87 avg300=0.20 total=212392
        full avg10=0.00 avg60=0.00 avg300=0.00 total=99
        """)
    #expect(reading == PressureReading(events: 24, stalled: 212_392))
    for text in ["", "some", "some total=x", "high", "high -1", "high 1 2"] {
      var other = PressureReading()
      other.add(events: text)
      other.add(pressure: text)
      #expect(other == PressureReading())
    }
  }

  @Test func limitsAndLongWaitsMeanScarcity() {
    let calm = PressureReading(events: 2, stalled: 1000)
    func isScarcer(_ events: UInt64, _ stalled: UInt64) -> Bool {
      PressureReading(events: events, stalled: stalled)
        .isScarcer(than: calm, after: .milliseconds(500))
    }
    #expect(!isScarcer(2, 1000))
    #expect(isScarcer(3, 1000))
    // A tenth of half a second.
    #expect(!isScarcer(2, 1000 + 50_000))
    #expect(isScarcer(2, 1000 + 50_001))
    #expect(!isScarcer(2, 0))
  }

  @Test func aLimitThatIsMetTrims() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("high 0\nmax 0\noom 0\n", to: "memory.events")
      let budget = FrameBudget(bytes: 1 << 20)
      let animation = try await AnimatedImage(.numbered(8), budget: budget)
      for index in 0..<8 { _ = try await animation.frame(at: index) }
      let full = budget.usedBytes
      #expect(full == 8 * animation.size.area * 4)
      let watch = FrameBudget.PressureWatch(
        budget, files: PressureFiles(events: folder.appending("memory.events")),
        interval: .milliseconds(5))
      #expect(watch.isWatching)
      try await Task.sleep(for: .milliseconds(50))
      #expect(budget.usedBytes == full)
      try folder.write("high 1\nmax 0\noom 0\n", to: "memory.events")
      for _ in 0..<1000 where budget.usedBytes == full {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(budget.usedBytes == full / 8)
      withExtendedLifetime(watch) {}
    }
  }

  @Test func withoutTheKernelsFilesNothingHappens() {
    let watch = FrameBudget.PressureWatch(
      FrameBudget(), files: PressureFiles(events: "/nowhere/memory.events"),
      interval: .milliseconds(1))
    #expect(!watch.isWatching)
  }
}
