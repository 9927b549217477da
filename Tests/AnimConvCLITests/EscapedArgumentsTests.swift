import Testing

@testable import AnimConvCLI

@Suite struct EscapedArgumentsTests {
  @Test func validTextStaysAsItIs() {
    for text in ["in.gif", "", "日本 é \u{301}.gif", "-y", "a\nb"] {
      #expect(EscapedArguments.escape(Array(text.utf8)) == text)
      #expect(EscapedArguments.bytes(of: text) == Array(text.utf8))
    }
  }

  @Test func everyPairOfBytesComesBack() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let bytes = [first, second, 0x2E]
        #expect(EscapedArguments.bytes(of: EscapedArguments.escape(bytes)) == bytes)
      }
    }
  }

  @Test func charactersThatServeAsEscapesComeBackToo() {
    let text = "\u{10FF00}\u{10FF80}\u{10FFFF}"
    #expect(
      EscapedArguments.bytes(of: EscapedArguments.escape(Array(text.utf8))) == Array(text.utf8))
  }

  @Test func cutSequencesComeBack() {
    for bytes: [UInt8] in [[0xF0, 0x9F, 0x98], [0xE2, 0x82], [0xC3], [0x61, 0xFF, 0xFE, 0x62]] {
      #expect(EscapedArguments.bytes(of: EscapedArguments.escape(bytes)) == bytes)
    }
  }
}
