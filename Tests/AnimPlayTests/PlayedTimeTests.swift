import AnimPlay
import Testing

@Suite struct PlayedTimeTests {
  @Test func secondsAreTheNearestDouble() {
    #expect(RationalTime(46, 10).seconds == 4.6)
    #expect(RationalTime(1, 3).seconds == 1.0 / 3)
    #expect(RationalTime(-1, 4).seconds == -0.25)
    #expect(RationalTime(.max, 1).seconds == 0x1p63)
  }

  @Test func textsHaveAUnit() {
    #expect(RationalTime(46, 10).formatted() == "4.6 s")
    #expect(RationalTime(1, 15).formatted() == "0.066667 s")
    #expect(RationalTime.zero.formatted() == "0 s")
  }
}
