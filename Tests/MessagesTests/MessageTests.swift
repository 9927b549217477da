import Messages
import Testing

@Suite struct MessageTests {
  private func texts(_ message: ConversionMessage) -> [String] {
    [message.text(.options), message.text(.properties), message.text(.names)]
  }

  @Test func aSettingIsCalledAsTheReaderKnowsIt() {
    #expect(
      texts("shorten it with \(.range) or \(.speed)") == [
        "shorten it with --range or --speed",
        "shorten it with timing.edits.range or timing.edits.speed",
        "shorten it with range or speed",
      ])
  }

  @Test func valuesAreWrittenAsWhereTheyStand() {
    #expect(
      texts("allow \(.maxBytes, 1234)") == [
        "allow --max-bytes 1234", "allow sizeTarget.maxBytes = 1234", "allow max-bytes 1234",
      ])
    #expect(
      texts("use \(.gaps, case: "hold") or \(value: "skip", swift: ".skip")") == [
        "use --gaps hold or skip", "use reading.folder.gaps = .hold or .skip",
        "use gaps hold or skip",
      ])
    #expect(
      texts("\(.every, "2s", swift: ".seconds(2)", at: "timing.edits.interval")") == [
        "--every 2s", "timing.edits.interval = .seconds(2)", "every 2s",
      ])
  }

  @Test func switchesHaveNoValuesAsOptions() {
    #expect(
      texts("\(.trim, false), \(.trim, true)") == [
        "--no-trim, --trim", "sheet.trims = false, sheet.trims = true", "trim false, trim true",
      ])
    #expect(
      texts("\(.alphaPair, swift: "shaping.alpha = .pair")") == [
        "--alpha-pair", "shaping.alpha = .pair", "alpha-pair",
      ])
  }

  @Test func settingsThatAreGivenTogetherStandApartAsProperties() {
    #expect(
      texts("use \(.scale, 4) \(.fit, case: "inside")") == [
        "use --scale 4 --fit inside", "use shaping.scale = 4 and shaping.fit = .inside",
        "use scale 4 fit inside",
      ])
  }

  @Test func messagesAreEqualHoweverTheyWerePutTogether() {
    let number = 3
    let whole: ConversionMessage = "frame 3 of \(.range)"
    let pieces: ConversionMessage = "frame " + "\(number) of " + "\(.range)"
    #expect(whole == pieces)
    #expect(whole == "\(pieces)")
    #expect(whole.description == "frame 3 of timing.edits.range")
    #expect(whole != ConversionMessage(whole.description))
    #expect([whole, "end"].joined(separator: ", ") == "frame 3 of \(.range), end")
  }
}
