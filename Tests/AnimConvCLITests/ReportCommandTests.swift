import Foundation
import Testing

@Suite struct ReportCommandTests {
  @Test func aPageIsMadeOfASourceAndOutputs() throws {
    try withTemporaryFolder { folder in
      for name in ["a.mp4", "b.gif"] {
        #expect(try Animconv.run([Package.orbit, name, "-q"], in: folder).status == 0)
      }
      let made = try Animconv.run(
        [
          "report", Package.orbit, "a.mp4", "b.gif", "-o", "page.html", "--command", "animconv x y",
        ],
        in: folder)
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.errors.hasPrefix("animconv: page.html: ") && made.text == "")
      let page = try String(
        contentsOf: folder.appendingPathComponent("page.html"), encoding: .utf8)
      #expect(page.contains(">animconv x y</code>"))
      #expect(page.contains("orbit.gif → 2 outputs"))
      let refused = try Animconv.run(
        ["report", Package.orbit, "a.mp4", "-o", "page.html"], in: folder)
      #expect(refused.status == 73 && refused.errors.contains("use -y to replace it"))
      let folderOfPage = try Animconv.run(
        ["report", Package.orbit, "a.mp4", "-o", "page/"], in: folder)
      #expect(folderOfPage.status == 0)
      #expect(folder.names == ["a.mp4", "b.gif", "page", "page.html"])
      let inspected = try Animconv.run(
        ["inspect", "a.mp4", "--html", "page.html", "-y", "--no-media"], in: folder)
      #expect(inspected.status == 0, "\(inspected.errors)")
    }
  }

  @Test(
    arguments: [
      (["report", Package.orbit, "-o", "x.html"], 64, "inspect --html"),
      (["report", "-", "a.mp4", "-o", "x.html"], 64, "'-' is invalid"),
      (["report", Package.orbit, "none.mp4", "-o", "/tmp/none/x.html"], 66, "none.mp4"),
      (["report", Package.orbit, Package.orbit, "-o", Package.orbit, "-y"], 73, "is the input"),
      (["report", Package.orbit, Package.orbit, "-o", "/tmp/none/x", "--fps", "9"], 64, "--fps"),
      (["inspect", Package.orbit, "--html", "/tmp/none/x", "--fps", "9"], 64, "--fps is for"),
      (["inspect", Package.orbit, "--no-media"], 64, "needs --html"),
      (["inspect", Package.orbit, "--html", "x", "--json"], 64, "cannot be used together"),
      (["inspect", "-", "--html", "x"], 64, "'-' is invalid"),
    ] as [([String], Int32, String)])
  func whatCannotBeReportedIsSaid(arguments: [String], status: Int32, part: String) throws {
    let outcome = try Animconv.run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(part), "\(outcome.errors)")
  }
}
