import AnimTiming
import SystemPackage
import Testing

@testable import AnimReport

@Suite struct ChartTests {
  @Test func aLogarithmicScaleHasWholePowers() {
    let scale = ChartScale.powers(of: [50, 700]) { "\(Int($0))" }
    #expect(scale.low == 10 && scale.high == 1000)
    #expect(scale.ticks.map(\.label) == ["10", "100", "1000"])
    #expect(scale.place(10) == 0 && scale.place(1000) == 1 && abs(scale.place(100) - 0.5) < 1e-12)
    // Values outside stay on the chart; zero has no logarithm.
    #expect(scale.place(0) == 0 && scale.place(1e9) == 1)
    let one = ChartScale.powers(of: [100]) { "\(Int($0))" }
    #expect(one.low == 100 && one.high == 1000)
    #expect(ChartScale.powers(of: []) { "\($0)" }.ticks.count == 2)
    #expect(ChartScale.powers(of: [1, 1e12]) { "\($0)" }.ticks.count <= 5)
  }

  @Test(arguments: [(1.0, 0.98), (0.98, 0.98), (0.979, 0.95), (0.6, 0.5), (0.2, 0), (-0.3, -1)])
  func similarityHasAFixedFloor(worst: Double, floor: Double) {
    let scale = ChartScale.similarity(worst: worst)
    #expect(scale.low == floor && scale.high == 1)
    #expect(scale.ticks.map(\.value) == [floor, (1 + floor) / 2, 1])
  }

  @Test(arguments: [0.02, 0.1, 1, 1.9, 4.6, 7, 10, 11.04, 59.9, 3600, 86_400])
  func timesAreRoundAndFew(total: Double) {
    let ticks = TimeAxis(total: total).ticks
    #expect((4...11).contains(ticks.count), "\(ticks.map(\.label))")
    #expect(ticks.first?.label == "0 s")
    #expect(ticks.allSatisfy { (0...100.001).contains($0.percent) })
    #expect(ticks.allSatisfy { $0.label.count <= 9 })
  }

  @Test func stepsHoldUntilTheNextFrame() {
    let times = [(start: 0.0, end: 0.5), (start: 0.5, end: 1.0), (start: 1.0, end: 2.0)]
    let series = StepSeries(times, total: 2, values: [1, nil, 3], choose: max)
    #expect(series.line { 10 - $0 } == "M0 9H2500M5000 7H10000")
    #expect(series.area({ 10 - $0 }, floor: 10) == "M0 10V9H2500V10ZM5000 10V7H10000V10Z")
  }

  @Test func manyFramesShareSteps() {
    let times = (0..<10_000).map { (start: Double($0), end: Double($0 + 1)) }
    let values = (0..<10_000).map { Double?(Double($0 == 4321 ? 0 : 5)) }
    let series = StepSeries(times, total: 10_000, values: values, choose: min)
    #expect(series.steps.count <= StepSeries.mostSteps)
    #expect(series.steps.compactMap(\.value).min() == 0)
    #expect(series.steps.last?.end == StepSeries.width)
  }

  @Test(arguments: [
    (Int64(0), "0 B"), (999, "999 B"), (1000, "1.00 kB"), (9995, "9.99 kB"), (48_600, "48.6 kB"),
    (167_600, "168 kB"), (1_106_994, "1.11 MB"), (999_600, "1.00 MB"), (25_000_000_000, "25.0 GB"),
  ])
  func bytesHaveThreeDigits(count: Int64, text: String) {
    #expect(Figures.bytes(count) == text)
  }

  @Test func figuresThatDifferAreNeverShownAsEqual() {
    #expect(Figures.ssim(0.999_999) == "0.9999")
    #expect(Figures.ssim(1) == "1.0000")
    #expect(Figures.ssim(-0.25) == "-0.2500")
    #expect(Figures.ratio(1_106_994, 168_000) == "6.6× smaller")
    #expect(Figures.ratio(100, 160) == "1.6× larger")
    #expect(Figures.ratio(100, 100) == "the same")
    #expect(Figures.ratio(100, 103) == "1.03× larger")
  }

  @Test func onlyChangedDelaysAreMarked() throws {
    let raw: [Delay] = [.centiseconds(0), .centiseconds(5), .centiseconds(1), .missing]
    let delays = try DelayPolicy.browser.resolve(raw)
    #expect(
      (0..<4).map { delays.rawDelay(of: $0)?.shortText } == ["0 ms", nil, "10 ms", "nothing"])
  }
}
