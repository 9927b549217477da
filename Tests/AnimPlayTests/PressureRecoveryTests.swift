import Testing

@testable import AnimPlay

@Suite struct PressureRecoveryTests {
  private let start = ContinuousClock.now

  private func caps(_ recovery: PressureRecovery, _ milliseconds: [Int]) -> [Int?] {
    milliseconds.map { recovery.cap(at: start + .milliseconds($0)) }
  }

  @Test func oneThenTwoThenAll() {
    var recovery = PressureRecovery()
    #expect(recovery.cap(at: start) == nil)
    recovery.warn(at: start)
    #expect(caps(recovery, [0, 1999, 2000, 4999, 5000]) == [1, 1, 2, 2, nil])
  }

  @Test func aFurtherWarningBeginsAgain() {
    var recovery = PressureRecovery()
    recovery.warn(at: start)
    recovery.warn(at: start + .seconds(3))
    #expect(caps(recovery, [3000, 4999, 5000, 8000]) == [1, 1, 2, nil])
  }

  @Test func theFourthWarningIsForGood() {
    var recovery = PressureRecovery()
    for count in 1...3 {
      recovery.warn(at: start)
      #expect(caps(recovery, [5000]) == [nil], "after warning \(count)")
    }
    recovery.warn(at: start)
    #expect(caps(recovery, [0, 5000, 1_000_000_000]) == [1, 1, 1])
  }
}
