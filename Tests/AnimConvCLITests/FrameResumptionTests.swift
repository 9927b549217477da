import Foundation
import TestSupport
import Testing

/// `--resume` continues an interrupted export of frames. Kills are in Tests/Reliability.
@Suite struct FrameResumptionTests {
  private static func makeClip(_ name: String, in folder: URL) throws {
    let made = try Animconv.run(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v",
        "libx264", "-g", "5", "-bf", "2", name,
      ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    try #require(made.status == 0, "\(made.errors)")
  }

  private static func run(_ arguments: [String], in folder: URL) throws -> Animconv.Outcome {
    let outcome = try Animconv.run(arguments, in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome
  }

  private static func files(_ folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[name] = try Data(contentsOf: folder.appendingPathComponent(name))
    }
    return files
  }

  /// The state after a killed run: some images, a journal truncated within a line, and other files.
  private static func leave(_ name: String, after count: Int, in folder: URL) throws {
    _ = try run(["clip.mp4", name, "--data", "jsonl,timing", "--resume"], in: folder)
    let whole = folder.appendingPathComponent(name)
    let part = folder.appendingPathComponent(".animconv-\(name.dropLast()).part")
    let lines = try String(
      contentsOf: whole.appendingPathComponent("frames.jsonl"), encoding: .utf8
    ).split(separator: "\n").map(String.init)
    func member(_ name: String, of line: String) throws -> String {
      try #require(
        line.firstMatch(of: try Regex("\"\(name)\": \"?([^\",}]*)"))?.output[1].substring
      )
      .description
    }
    var journal =
      "animconv-journal 1 " + (try member("sourceSha256", of: lines[0])) + "-"
      + (try member("choicesSha256", of: lines[0])) + "\n"
    let record = try String(
      contentsOf: whole.appendingPathComponent(".animconv"), encoding: .utf8
    ).split(separator: "\n").dropFirst()
    for (line, entry) in zip(lines.dropFirst(), record).prefix(count) {
      let fields = entry.split(separator: " ")
      journal += "\(fields[0]) \(fields[1]) \(try member("sha256", of: line)) \(fields[2])\n"
    }
    journal += "12345678 99"
    try FileManager.default.moveItem(at: whole, to: part)
    try Data(journal.utf8).write(to: part.appendingPathComponent(".animconv-journal"))
    if count < 20 { try Data("half".utf8).write(to: part.appendingPathComponent("frame20.png")) }
  }

  @Test(arguments: [0, 1, 7, 25])
  func anExportGoesOnBehindItsLastPicture(count: Int) throws {
    try withTemporaryFolder { folder in
      try Self.makeClip("clip.mp4", in: folder)
      _ = try Self.run(["clip.mp4", "a/", "--data", "jsonl,timing", "--resume"], in: folder)
      let expected = try Self.files(folder.appendingPathComponent("a"))
      try FileManager.default.removeItem(at: folder.appendingPathComponent("a"))
      try Self.leave("a/", after: count, in: folder)
      let kept = folder.appendingPathComponent(".animconv-a.part/frame00.png")
      let before = try FileManager.default.attributesOfItem(atPath: kept.path)[.modificationDate]
      let outcome = try Self.run(
        ["clip.mp4", "a/", "--data", "jsonl,timing", "--resume"], in: folder)
      let note = count == 1 ? "1 frame was there" : "\(count) frames were there"
      #expect(outcome.errors.contains(note) == (count > 0), "\(outcome.errors)")
      #expect(try Self.files(folder.appendingPathComponent("a")) == expected)
      #expect(folder.names == ["a", "clip.mp4"])
      let after = try FileManager.default.attributesOfItem(
        atPath: folder.appendingPathComponent("a/frame00.png").path)[.modificationDate]
      #expect((before as? Date == after as? Date) == (count > 0))
    }
  }

  /// An export with changed images, other options or another input is not continued. A run without
  /// `--resume` removes unfinished images.
  @Test func whatDoesNotBelongIsMadeAnew() throws {
    try withTemporaryFolder { folder in
      try Self.makeClip("clip.mp4", in: folder)
      _ = try Self.run(["clip.mp4", "whole/", "--data", "jsonl,timing", "--resume"], in: folder)
      let expected = try Self.files(folder.appendingPathComponent("whole"))
      try Self.leave("a/", after: 7, in: folder)
      try Data("changed".utf8).write(
        to: folder.appendingPathComponent(".animconv-a.part/frame03.png"))
      let third = try Self.run(
        ["clip.mp4", "a/", "--data", "jsonl,timing", "--resume"], in: folder)
      #expect(third.errors.contains("3 frames were there"), "\(third.errors)")
      #expect(try Self.files(folder.appendingPathComponent("a")) == expected)
      try FileManager.default.removeItem(at: folder.appendingPathComponent("a"))
      try Self.leave("a/", after: 7, in: folder)
      let other = try Self.run(
        ["clip.mp4", "a/", "--data", "jsonl,timing", "--resume", "--reverse"], in: folder)
      #expect(!other.errors.contains("earlier run"), "\(other.errors)")
      try FileManager.default.removeItem(at: folder.appendingPathComponent("a"))
      try Self.leave("a/", after: 7, in: folder)
      let plain = try Self.run(["clip.mp4", "a/"], in: folder)
      #expect(!plain.errors.contains("earlier run"), "\(plain.errors)")
      #expect(folder.names.filter { $0.hasPrefix(".") } == [])
    }
  }

  @Test func whatCannotGoOnIsRefused() throws {
    try withTemporaryFolder { folder in
      try Self.makeClip("clip.mp4", in: folder)
      _ = try Self.run(["clip.mp4", "f/"], in: folder)
      for (arguments, reason) in [
        (["f/", "a/", "--resume"], "--resume and an input that is not one file"),
        (["clip.mp4", "a/", "--resume", "--max-bytes", "20k"], "--resume and --max-bytes"),
        (["clip.mp4", "a.gif", "--resume"], "--resume is for"),
      ] {
        let refused = try Animconv.run(arguments, in: folder)
        #expect(refused.status == 64, "\(arguments): \(refused.errors)")
        #expect(refused.errors.contains(reason), "\(refused.errors)")
      }
    }
  }

  /// AVIF images: one per frame, similar to the source, with transparency.
  @Test func framesBecomeAVIFs() throws {
    try withTemporaryFolder { folder in
      let pictures = try Self.run([Package.orbit, "p%02d.avif", "--every", "6"], in: folder)
      #expect(!pictures.errors.isEmpty)
      _ = try Self.run(
        [Package.orbit, "f/", "--frame-format", "avif", "--quality", "90", "--every", "6"],
        in: folder)
      _ = try Self.run([Package.orbit, "g/", "--every", "6"], in: folder)
      #expect(folder.names.filter { $0.hasSuffix(".avif") }.count == 4)
      for number in 0..<4 {
        let compared = try Self.run(
          ["compare", "g/frame\(number).png", "f/frame\(number).avif", "--json"], in: folder)
        #expect(compared.text.contains("ssim"), "\(compared.text)")
      }
    }
  }
}
