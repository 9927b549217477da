import TestSupport
import Testing

@testable import TextFormats

@Suite struct XMLReaderTests {
  private func events(_ text: String) throws -> [XMLReader.Event] {
    var reader = try XMLReader(Array(text.utf8))
    var events: [XMLReader.Event] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  @Test func readsElementsAttributesAndText() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE a PUBLIC "-//x" "http://127.0.0.1:9/x.dtd">
      <!-- comment -->
      <a x='1' y = "&lt;&#65;&#x1F600;&quot;
      "><b/>t &amp; u<![CDATA[<&]]></a><?end?>
      """
    #expect(
      try events(text) == [
        .start(name: "a", attributes: ["x": "1", "y": "<A😀\" "]),
        .start(name: "b", attributes: [:]), .end(name: "b"), .text("t & u"), .text("<&"),
        .end(name: "a"),
      ])
  }

  @Test(arguments: [
    "", "x", "<a>", "<a></b>", "</a>", "<a/><b/>", "<a", "<a x>", "<a x=1/>", "<a x='1' x='2'/>",
    "<a x='1'y='2'/>", "<a>&nbsp;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&#+65;</a>",
    "<a>&lt</a>", "<a>]]></a>", "<a x='<'/>", "<!-- -- --><a/>", "<1/>", "< a/>", "<a/>x",
    "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<a><!DOCTYPE b></a>",
    " <?xml version='1.0'?><a/>",
    "<?xml version='1.0' encoding='UTF-16'?><a/>", "<a>\u{1}</a>", "<a><![CDATA[</a>",
  ])
  func refusesWhatIsNoXML(text: String) {
    #expect(throws: TextError.self) { try events(text) }
  }

  @Test func refusesEntitiesThatGrow() {
    let text = """
      <!DOCTYPE a [<!ENTITY x "haha"><!ENTITY y "&x;&x;&x;"><!ENTITY z SYSTEM "file:///etc/passwd">]>
      <a>&y;&z;</a>
      """
    #expect(throws: TextError.self) { try events(text) }
  }

  @Test func depthIsLimitedExactly() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(try events(nested(128)).count == 256)
    #expect(throws: TextError.limitExceeded(limit: .depth, value: 129, allowed: 128)) {
      try events(nested(129))
    }
  }

  @Test func bytesAreLimited() {
    var limits = XMLReader.Limits()
    limits.maxBytes = 3
    #expect(throws: TextError.limitExceeded(limit: .bytes, value: 4, allowed: 3)) {
      try XMLReader(Array("<a/>".utf8), limits: limits)
    }
  }

  @Test func textIsLimitedExactly() throws {
    var limits = XMLReader.Limits()
    limits.maxTextBytes = 3
    func read(_ text: String) throws {
      var reader = try XMLReader(Array(text.utf8), limits: limits)
      while try reader.next() != nil {}
    }
    try read("<a x='123'>123</a>")
    for text in ["<a>1234</a>", "<a x='1234'/>"] {
      #expect(throws: TextError.limitExceeded(limit: .bytes, value: 4, allowed: 3)) {
        try read(text)
      }
    }
  }

  @Test func everyTruncationOfAValidTextIsRefused() throws {
    let text = Array("<a x=\"&amp;é\"><!-- c --><b>t<![CDATA[u]]></b></a>".utf8)
    for length in 0..<text.count {
      #expect(throws: TextError.self, "\(length)") {
        var reader = try XMLReader(Array(text[..<length]))
        while try reader.next() != nil {}
      }
    }
  }

  @Test func randomDamageNeverTraps() {
    let text = Array("<a x=\"&amp;é\" y='2'><!-- c --><b>t&#65;<![CDATA[u]]></b><?p?><c/></a>".utf8)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = bytes.indices.randomElement(using: &generator)!
        if Bool.random(using: &generator) {
          bytes[place] = UInt8.random(in: 0...255, using: &generator)
        } else {
          bytes.insert("<>&;![]-?/'\"".utf8.randomElement(using: &generator)!, at: place)
        }
      }
      guard var reader = try? XMLReader(bytes) else { continue }
      var count = 0
      while let event = try? reader.next() {
        _ = event
        count += 1
        #expect(count <= bytes.count)
      }
    }
  }
}
