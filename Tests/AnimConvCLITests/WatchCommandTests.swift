import Foundation
import Testing

/// `--watch`, as a running process.
@Suite(.timeLimit(.minutes(5))) struct WatchCommandTests {
  /// A watching command and its lines of output.
  private final class Watch {
    let process: Process
    private let errors = Pipe()
    private var rest = Data()
    private(set) var lines: [String] = []

    init(_ arguments: [String], in folder: URL) throws {
      process = try Animconv.make(arguments, in: folder)
      process.standardError = errors
      process.standardOutput = FileHandle.nullDevice
      try process.run()
    }

    /// Reads lines until the command waits for changes.
    ///
    /// - Returns: the lines of the run.
    @discardableResult
    func untilWatching() throws -> [String] {
      let first = lines.count
      while let line = next() {
        if line.hasPrefix("animconv: watching ") { return Array(lines[first...]) }
      }
      throw Ended(lines: Array(lines[first...]))
    }

    struct Ended: Error { let lines: [String] }

    private func next() -> String? {
      while true {
        if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          lines.append(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
          return lines.last
        }
        let more = errors.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        rest += more
      }
    }

    /// - Returns: the exit code.
    func end(with number: Int32 = SIGINT) -> Int32 {
      kill(process.processIdentifier, number)
      while next() != nil {}
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      return process.terminationStatus
    }

    var changes: [String] {
      lines.filter { $0.hasSuffix("has changed") || $0.hasSuffix("have changed") }
    }

    deinit { if process.isRunning { process.terminate() } }
  }

  /// Frames as FFmpeg counts them.
  private static func frames(_ name: String, in folder: URL) throws -> Int? {
    let probe = try Animconv.run(
      [
        "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
        "csv=p=0", name,
      ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    return Int(probe.text.trimmingCharacters(in: .whitespacesAndNewlines.union([","])))
  }

  /// `good.gif`, of 3 frames, and `in.gif`, of more.
  private static func inFolder(_ body: (URL, _ count: Int) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [Package.orbit, "good.gif", "--range", "0..<3", "--keep-frames", "-q"], in: folder)
      #expect(made.status == 0, "\(made.errors)")
      try FileManager.default.copyItem(
        atPath: Package.orbit, toPath: folder.appendingPathComponent("in.gif").path)
      let count = try #require(try frames("in.gif", in: folder))
      #expect(count > 3)
      try body(folder, count)
    }
  }

  private static func copy(_ one: String, over other: String, in folder: URL) throws {
    try Data(contentsOf: folder.appendingPathComponent(one))
      .write(to: folder.appendingPathComponent(other))
  }

  @Test func anOutputFollowsItsInput() throws {
    try Self.inFolder { folder, count in
      let watch = try Watch(["in.gif", "out.apng", "--watch"], in: folder)
      let first = try watch.untilWatching()
      #expect(first.last == "animconv: watching 1 file")
      #expect(try Self.frames("out.apng", in: folder) == count)

      // This is how many editors save.
      try Self.copy("good.gif", over: "in.gif~", in: folder)
      #expect(
        rename(
          folder.appendingPathComponent("in.gif~").path,
          folder.appendingPathComponent("in.gif").path) == 0)
      try watch.untilWatching()
      #expect(try Self.frames("out.apng", in: folder) == 3)

      let good = try Data(contentsOf: folder.appendingPathComponent("out.apng"))
      try Data("no animation".utf8).write(to: folder.appendingPathComponent("in.gif"))
      let broken = try watch.untilWatching()
      #expect(broken.contains { $0.hasPrefix("animconv: in.gif: reading: ") }, "\(broken)")
      #expect(try Data(contentsOf: folder.appendingPathComponent("out.apng")) == good)

      try FileManager.default.removeItem(at: folder.appendingPathComponent("in.gif"))
      #expect(try watch.untilWatching().count == 3)
      try FileManager.default.copyItem(
        atPath: Package.orbit, toPath: folder.appendingPathComponent("in.gif").path)
      try watch.untilWatching()
      #expect(try Self.frames("out.apng", in: folder) == count)

      #expect(watch.end() == 130)
      #expect(watch.changes == Array(repeating: "animconv: in.gif has changed", count: 4))
      #expect(folder.names == ["good.gif", "in.gif", "out.apng"])
    }
  }

  /// Even if the output is in the same folder.
  @Test func framesThatComeAtOnceAreOneChange() throws {
    try Self.inFolder { folder, count in
      #expect(try Animconv.run(["in.gif", "frames/", "-q"], in: folder).status == 0)
      #expect(try Animconv.run(["good.gif", "more/", "-q"], in: folder).status == 0)
      let frames = folder.appendingPathComponent("frames")
      try FileManager.default.removeItem(at: frames.appendingPathComponent("timing.json"))
      let pictures = frames.names.filter { $0.hasSuffix(".png") }
      let watch = try Watch(
        ["frames", "frames/out.mp4", "--fps", "10", "--watch"], in: folder)
      try watch.untilWatching()
      #expect(try Self.frames("frames/out.mp4", in: folder) == count)
      let more = folder.appendingPathComponent("more")
      for (index, name) in more.names.filter({ $0.hasSuffix(".png") }).enumerated() {
        let place = frames.appendingPathComponent("z\(index).png").path
        #expect(rename(more.appendingPathComponent(name).path, place) == 0)
      }
      try watch.untilWatching()
      #expect(try Self.frames("frames/out.mp4", in: folder) == count + 3)
      try FileManager.default.removeItem(at: frames.appendingPathComponent(pictures[0]))
      try watch.untilWatching()
      #expect(watch.end(with: SIGTERM) == 143)
      #expect(
        watch.changes == [
          "animconv: frames/z0.png and 2 more have changed",
          "animconv: frames/\(pictures[0]) has changed",
        ])
    }
  }

  @Test func whatAnInputLeadsToIsWatched() throws {
    try Self.inFolder { folder, _ in
      #expect(try Animconv.run(["good.gif", "walk.png", "-q"], in: folder).status == 0)
      let watch = try Watch(["walk.json", "out.gif", "--watch"], in: folder)
      #expect(try watch.untilWatching().last == "animconv: watching 2 files")
      let picture = folder.appendingPathComponent("walk.png")
      try Data(contentsOf: picture).write(to: picture, options: .atomic)
      try watch.untilWatching()
      #expect(watch.end() == 130)
      #expect(watch.changes == ["animconv: walk.png has changed"])
    }
  }

  @Test func aPresetIsWatched() throws {
    try Self.inFolder { folder, count in
      let preset = folder.appendingPathComponent("p.json")
      func write(_ settings: String) throws {
        let text =
          #"{"name":"p","description":"Test","outputs":[{"name":"gif","extension":"gif","settings":{"keep-frames":true\#(settings)}}]}"#
        try Data(text.utf8).write(to: preset)
      }
      try write("")
      let watch = try Watch(["in.gif", "out.gif", "--preset", "./p.json", "--watch"], in: folder)
      try watch.untilWatching()
      #expect(try Self.frames("out.gif", in: folder) == count)
      try write(#","nonsense":"1""#)
      let broken = try watch.untilWatching()
      #expect(broken.contains { $0.contains("p.json") && $0.contains("nonsense") }, "\(broken)")
      try write(#","range":"0..<2""#)
      try watch.untilWatching()
      #expect(try Self.frames("out.gif", in: folder) == 2)
      #expect(watch.end() == 130)
    }
  }

  @Test func aBatchFollowsItsPatternsAndItsFile() throws {
    try Self.inFolder { folder, count in
      let files = FileManager.default
      try files.createDirectory(
        at: folder.appendingPathComponent("in"), withIntermediateDirectories: true)
      try Self.copy("in.gif", over: "in/a.gif", in: folder)
      let watch = try Watch(
        ["batch", "in/**/*.gif", "--out", "out", "--container", "apng", "--watch", "-v"],
        in: folder)
      try watch.untilWatching()
      #expect(try Self.frames("out/a.apng", in: folder) == count)
      try files.createDirectory(
        at: folder.appendingPathComponent("in/sub"), withIntermediateDirectories: true)
      try Self.copy("good.gif", over: "in/sub/b.gif", in: folder)
      let second = try watch.untilWatching()
      #expect(try Self.frames("out/sub/b.apng", in: folder) == 3)
      // Only new outputs are made.
      #expect(!second.contains { $0.contains("out/a.apng") }, "\(second)")
      try Data("broken".utf8).write(to: folder.appendingPathComponent("in/a.gif"))
      #expect(try watch.untilWatching().contains { $0.contains("in/a.gif: reading: ") })
      try Self.copy("good.gif", over: "in/a.gif", in: folder)
      try watch.untilWatching()
      #expect(try Self.frames("out/a.apng", in: folder) == 3)
      #expect(watch.end(with: SIGTERM) == 143)
      #expect(folder.appendingPathComponent("out").names.count == 3)
    }
  }

  @Test func aBatchFileIsWatched() throws {
    try Self.inFolder { folder, count in
      func write(_ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent("b.json"))
      }
      let settings = #"{"container":"gif","keep-frames":true RANGE}"#
      let job = #"{"out":"out","jobs":[{"inputs":"in.gif","settings":\#(settings)}]}"#
      try write(job.replacingOccurrences(of: "RANGE", with: ""))
      let watch = try Watch(["batch", "b.json", "--watch"], in: folder)
      let first = try watch.untilWatching()
      #expect(try Self.frames("out/in.gif", in: folder) == count, "\(first)")
      try write("{")
      #expect(try watch.untilWatching().contains { $0.contains("b.json") })
      try write(job.replacingOccurrences(of: "RANGE", with: #","range":"0..<2""#))
      try watch.untilWatching()
      #expect(try Self.frames("out/in.gif", in: folder) == 2)
      #expect(watch.end() == 130)
    }
  }

  @Test func aReportFollowsItsFiles() throws {
    try Self.inFolder { folder, count in
      #expect(try Animconv.run(["in.gif", "out.gif", "-q"], in: folder).status == 0)
      let watch = try Watch(
        ["report", "in.gif", "out.gif", "-o", "page.html", "--no-media", "--watch"], in: folder)
      #expect(try watch.untilWatching().last == "animconv: watching 2 files")
      let page = folder.appendingPathComponent("page.html")
      #expect(try String(contentsOf: page, encoding: .utf8).contains("\(count) frames"))
      try Self.copy("good.gif", over: "in.gif", in: folder)
      try watch.untilWatching()
      #expect(try String(contentsOf: page, encoding: .utf8).contains("3 frames"))
      #expect(watch.end(with: SIGHUP) == 129)
    }
  }

  @Test(
    arguments: [
      (["-", "a.gif", "--watch"], 64, "neither file can be '-'"),
      ([Package.orbit, "a.gif", "--watch", "-n"], 64, "--watch and -n"),
      ([Package.orbit, "a.gif", "--watch", "--dry-run"], 64, "--watch and --dry-run"),
      ([Package.orbit, "there.gif", "--watch"], 73, "use -y to replace it"),
      ([Package.orbit, "a.webm", "--watch", "--crf", "99"], 64, "crf of 0 to 63"),
      (
        ["batch", "--files-from", "l", "--out", "o", "--container", "gif", "--watch"], 64, "--watch"
      ),
      (
        ["batch", Package.orbit, "--out", "o", "--container", "gif", "--watch", "--list"], 64,
        "--list"
      ),
    ] as [([String], Int32, String)])
  func whatCannotBeWatchedEndsAtOnce(arguments: [String], status: Int32, part: String) throws {
    try withTemporaryFolder { folder in
      try Data("mine".utf8).write(to: folder.appendingPathComponent("there.gif"))
      let outcome = try Animconv.run(arguments, in: folder)
      #expect(outcome.status == status)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(folder.names == ["there.gif"])
    }
  }
}
