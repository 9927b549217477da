import Testing

@testable import Reading

@Suite struct NameGlobTests {
  static let cases: [(pattern: String, matches: [String], others: [String])] = [
    ("f*.png", ["f.png", "f1.png", "f.png.png"], ["g1.png", "f1.jpg", "xf1.png"]),
    ("*", ["a", "a.b"], [".hidden"]),
    ("?", ["a", "ä"], ["", "ab", "."]),
    ("f[0-3]", ["f0", "f3"], ["f4", "f-"]),
    ("f[!0-3]", ["f4", "fx"], ["f0"]),
    ("f[]x]", ["f]", "fx"], ["f["]),
    ("[abc", [], ["[abc"]),
    ("\\**", ["*", "*a"], ["a"]),
    ("*a*b", ["ab", "xaxxb", "aabab"], ["aba", "b"]),
  ]

  @Test(arguments: cases)
  func namesMatchAsInShells(pattern: String, matches: [String], others: [String]) {
    let glob = NameGlob(pattern)
    if matches.isEmpty { #expect(glob == nil) }
    for name in matches { #expect(glob?.matches(name) == true, "\(name)") }
    for name in others { #expect(glob?.matches(name) != true, "\(name)") }
  }

  @Test func plainNamesAreNotPatterns() {
    #expect(NameGlob("f1.png") == nil)
    #expect(NameGlob("\\*") == nil)
  }

  @Test func manyRunsTakeNoTime() {
    let glob = NameGlob(String(repeating: "a*", count: 40) + "b")
    #expect(glob?.matches(String(repeating: "a", count: 255)) == false)
  }
}
