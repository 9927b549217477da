import Foundation
import Testing

@Suite struct CompareCommandTests {
  @Test func aComparisonIsTextOrJSON() throws {
    try withTemporaryFolder { folder in
      for name in ["a.mp4", "b.gif"] {
        let made = try Animconv.run([Package.orbit, name, "-q"], in: folder)
        #expect(made.status == 0, "\(made.errors)")
      }
      let text = try Animconv.run(["compare", Package.orbit, "a.mp4", "b.gif"], in: folder)
      #expect(text.status == 0 && text.errors == "")
      #expect(text.text.contains("orbit.gif -> a.mp4\n"))
      #expect(text.text.contains("  frames       24 -> 24\n"))
      #expect(text.text.contains("1.9 s -> 1.9 s, largest shift 0 ms\n"))
      #expect(text.text.contains("  SSIM         1.0000 on average"))
      #expect(text.text.contains("frames that differ most:\n"))

      let machine = try Animconv.run(
        ["compare", Package.orbit, "a.mp4", "b.gif", "--json"], in: folder)
      let found = try #require(
        try JSONSerialization.jsonObject(with: machine.output) as? [[String: Any]])
      #expect(found.map { $0["output"] as? String } == ["a.mp4", "b.gif"])
      #expect(found[1]["ssim"] as? Double == 1)
      #expect((found[0]["frames"] as? [[String: Any]])?.count == 24)
      let again = try Animconv.run(
        ["compare", Package.orbit, "a.mp4", "b.gif", "--json"], in: folder)
      #expect(again.output == machine.output)
    }
  }

  @Test(
    arguments: [
      (["compare", Package.orbit], 64, "output"),
      (["compare", Package.orbit, "-"], 64, "only the source"),
      (["compare", "-", "a.gif", "b.gif"], 64, "one output only"),
      (["compare", Package.orbit, Package.orbit, "--matte", "no"], 64, "'no' is not a colour"),
      (["compare", Package.orbit, Package.orbit, "--fps", "10"], 64, "--fps is for"),
      (["compare", Package.orbit, "none.gif"], 66, "none.gif"),
    ] as [([String], Int32, String)])
  func whatCannotBeComparedIsSaid(arguments: [String], status: Int32, part: String) throws {
    let outcome = try Animconv.run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
  }
}
