import Testing

@testable import AnimReport

@Suite struct HTMLTests {
  @Test(arguments: [
    ("plain.gif", "plain.gif"),
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("a \"b\" 'c' & d", "a &quot;b&quot; &#39;c&#39; &amp; d"),
    ("one\ntwo\ttab\u{0}\u{85}\u{2028}", "one\u{FFFD}two\u{FFFD}tab\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("\u{202E}fig.exe\u{2066}\u{200F}", "\u{FFFD}fig.exe\u{FFFD}\u{FFFD}"),
    ("שלום.gif", "שלום.gif"), ("é👩‍🚀.gif", "é👩‍🚀.gif"),
  ])
  func textsAreEscaped(text: String, expected: String) {
    let piece: HTML = "<b title=\"\(text)\">\(text)</b>"
    #expect(piece.text == "<b title=\"\(expected)\">\(expected)</b>")
  }

  @Test func piecesAreNotEscapedAgain() {
    let inner: HTML = "<i>\("<")</i>"
    let nothing: HTML? = nil
    let outer: HTML = "<p>\(inner)\(nothing)\([inner, inner])\(3)</p>"
    #expect(outer.text == "<p><i>&lt;</i><i>&lt;</i>\n<i>&lt;</i>3</p>")
  }
}
