import Foundation
import Testing

/// `batch --pages`.
@Suite struct BatchPagesTests {
  @Test func everyUnitIsListedFailuresFirst() throws {
    try withTemporaryFolder { folder in
      for name in ["a.gif", "b.gif"] {
        try FileManager.default.copyItem(
          atPath: Package.orbit, toPath: folder.appendingPathComponent(name).path)
      }
      try Data("broken".utf8).write(to: folder.appendingPathComponent("c.gif"))
      func run(_ more: [String] = []) throws -> Animconv.Outcome {
        try Animconv.run(
          [
            "batch", "*.gif", "--out", "out", "--container", "webp", "--quality", "50", "--pages",
            "pages",
          ] + more, in: folder)
      }
      let first = try run()
      #expect(first.status == 65 || first.status == 1, "\(first.errors)")
      let pages = folder.appendingPathComponent("pages")
      #expect(pages.names == [".animconv", "index.html", "page-0.html", "page-1.html"])
      func index() throws -> String {
        try String(contentsOf: pages.appendingPathComponent("index.html"), encoding: .utf8)
      }
      let rows = try index().components(separatedBy: "<tr").dropFirst(2)
      #expect(rows.count == 3)
      #expect(rows.first?.contains("class=\"failed\"") == true)
      #expect(rows.first?.contains("c.gif") == true || rows.first?.contains("c.webp") == true)
      #expect(rows.filter { $0.contains(">made</td>") }.count == 2)
      let page = try String(
        contentsOf: pages.appendingPathComponent("page-1.html"), encoding: .utf8)
      #expect(page.contains("b.gif → b.webp") && page.contains("data:image/webp"))

      // In the second run, there is nothing to convert; the pages still exist.
      _ = try run()
      #expect(try index().components(separatedBy: ">unchanged</td>").count == 3)

      // Files that animconv did not write stay.
      try Data("mine".utf8).write(to: pages.appendingPathComponent("mine.txt"))
      let refused = try run()
      #expect(refused.status == 73 && refused.errors.contains("mine.txt"), "\(refused.errors)")
      #expect(pages.names.contains("mine.txt"))
    }
  }

  /// Frames that animconv has written are not pages, whether they belong to the batch or not.
  @Test func aFolderOfFramesIsNeverReplacedByPages() throws {
    try withTemporaryFolder { folder in
      for words in [
        [Package.orbit, "frames/", "-q"],
        ["batch", Package.orbit, "--out", "dist", "--container", "frames"],
      ] {
        #expect(try Animconv.run(words, in: folder).status == 0)
      }
      let frames = folder.appendingPathComponent("frames")
      let names = frames.names
      for (words, pages) in [
        ([Package.orbit, "--out", "out", "--container", "mp4"], "frames"),
        (["frames", "--out", "out", "--container", "webm"], "frames"),
        ([Package.orbit, "--out", "dist", "--container", "frames"], "dist/orbit"),
      ] {
        let outcome = try Animconv.run(["batch"] + words + ["--pages", pages], in: folder)
        #expect(outcome.status != 0, "\(words)")
        #expect(folder.appendingPathComponent(pages).names.contains("index.html") == false)
      }
      #expect(frames.names == names)
      // A report of its contents does not replace it either.
      let report = try Animconv.run(
        ["inspect", "frames/", "--html", "frames/", "-y"], in: folder)
      #expect(report.status != 0)
      #expect(frames.names == names)
    }
  }

  /// Requested cuts and scales do not count as differences.
  @Test func eachIsComparedWithWhatItWasToShow() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [
          "batch", Package.orbit, "--out", "out", "--container", "apng", "--scale", "50%",
          "--range",
          "2..<8", "--pages", "pages",
        ], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let index = try String(
        contentsOf: folder.appendingPathComponent("pages/index.html"), encoding: .utf8)
      #expect(index.components(separatedBy: "<td>1.0000</td>").count == 3, "\(index)")
    }
  }

  @Test func writesNoPagesForStillImages() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [
          "batch", Package.orbit, "--out", "out", "--container", "png", "--pages", "pages/",
        ], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      #expect(folder.appendingPathComponent("pages").names == [".animconv", "index.html"])
      let refused = try Animconv.run(
        [
          "batch", "--files-from", "l", "--out", "o", "--container", "gif", "--pages", "pages",
        ], in: folder)
      #expect(refused.status == 64 && refused.errors.contains("--pages and --files-from"))
    }
  }
}
