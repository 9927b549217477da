import AnimTiming
import Testing

@testable import Atlases

@Suite struct DelayTextTests {
  @Test(arguments: [
    ("70", Delay.milliseconds(70)), ("70ms", .milliseconds(70)), ("0.07s", .milliseconds(70)),
    ("7cs", .milliseconds(70)), ("70000us", .milliseconds(70)), ("0", .milliseconds(0)),
    ("1.5", .declared(ticks: 15, timebase: Timebase(1, 10_000))),
    ("7/100", .declared(ticks: 7, timebase: Timebase(1, 100))),
    ("100/3000", .declared(ticks: 1, timebase: Timebase(1, 30))),
    ("1001/30000s", .declared(ticks: 1001, timebase: Timebase(1, 30_000))),
    ("2147483647s", .milliseconds(2_147_483_647_000)),
  ])
  func readsTimes(text: String, delay: Delay) {
    #expect(Delay.text(text, plainUnit: .milliseconds) == delay)
  }

  @Test(arguments: [
    "", "ms", "s", "-1", "-1s", "1/0", "1/-2", "/", "1/", "2147483648s", "1 s", "1e30",
  ])
  func refusesWhatIsNoTime(text: String) {
    #expect(Delay.text(text, plainUnit: .milliseconds) == nil)
  }

  @Test func finerThanNanosecondsIsRounded() {
    let third = Delay.text("0.33333333333333s", plainUnit: .seconds)
    #expect(third == .declared(ticks: 333_333_333, timebase: Timebase(1, 1_000_000_000)))
    let half = Delay.text("0.0000000005s", plainUnit: .seconds)
    #expect(half == .declared(ticks: 1, timebase: Timebase(1, 1_000_000_000)))
    let less = Delay.text("0.00000000049s", plainUnit: .seconds)
    #expect(less == .declared(ticks: 0, timebase: Timebase(1, 1_000_000_000)))
  }
}
