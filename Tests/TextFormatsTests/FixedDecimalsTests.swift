import Testing

@testable import TextFormats

@Suite struct FixedDecimalsTests {
  @Test func allDecimalsAreWritten() {
    #expect(fixedDecimals(0.25, 3) == "0.250")
    #expect(fixedDecimals(-0.0004, 3) == "0.000")
    #expect(fixedDecimals(2.5, 0) == "3")
  }

  /// Numbers beyond 64 bits are written with all of their digits.
  @Test func veryLargeNumbersStayNumbers() {
    #expect(fixedDecimals(9.3e12, 6) == "9300000000000.0")
    #expect(fixedDecimals(1e300, 2) == "1e+300")
    #expect(Double(fixedDecimals(.greatestFiniteMagnitude, 9)) == .greatestFiniteMagnitude)
  }
}
