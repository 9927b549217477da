import Testing

@testable import TextFormats

@Suite struct ExactDecimalTests {
  @Test(arguments: [
    ("0", 0, 0), ("-0.0", 0, 0), ("12", 12, 0), ("1200", 12, 2), ("0.07", 7, -2),
    ("-1.50", -15, -1), ("1e3", 1, 3), ("1.5E-3", 15, -4), (".5", 5, -1), ("5.", 5, 0),
    ("+5", 5, 0), ("123456789012345678", 123_456_789_012_345_678, 0),
    ("1234567890123456789", 123_456_789_012_345_678, 1),
    ("0.3333333333333333333333", 333_333_333_333_333_333, -18),
  ])
  func readsNumbersExactly(text: String, significand: Int64, exponent: Int) {
    let value = ExactDecimal(text)
    #expect(value == ExactDecimal(significand, exponent: exponent))
  }

  @Test(arguments: [
    "", "-", ".", "1e", "1e+", "1-2", "--1", "1.2.3", " 1", "0x10", "nan", "1e1000",
  ])
  func refusesOtherText(text: String) {
    #expect(ExactDecimal(text) == nil)
  }

  @Test func wholeNumbersAreKnown() {
    #expect(ExactDecimal("16.0")?.integer == 16)
    #expect(ExactDecimal("1.6e1")?.integer == 16)
    #expect(ExactDecimal("0.5")?.integer == nil)
    #expect(ExactDecimal("1e308")?.integer == nil)
    #expect(ExactDecimal("9223372036854775808")?.integer == nil)
  }

  @Test func describesItselfAsPeopleWriteIt() {
    for text in ["0", "12", "1200", "0.07", "-1.5", "0.5"] {
      #expect(ExactDecimal(text)?.description == text)
    }
  }
}
