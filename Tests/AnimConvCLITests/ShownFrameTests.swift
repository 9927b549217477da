import Foundation
import TestSupport
import Testing

/// All options that select a frame by time select the frame that is shown then.
@Suite struct ShownFrameTests {
  /// A clip and the start times of its frames, from its packets.
  struct Clip: Sendable, CustomTestStringConvertible {
    let name: String
    let options: [String]
    var testDescription: String { name }

    fileprivate func make(in folder: URL) throws -> [Double] {
      let graph = "testsrc2=s=96x64:r=25:d=4,select='not(mod(n,7)*mod(n+1,3))+lt(n,20)'"
      let made = try Animconv.run(
        [
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", graph, "-fps_mode", "vfr", "-c:v",
          "libx264",
        ]
          + ["-bf", "3", "-g", "12"] + options + [name],
        with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      try #require(made.status == 0, "\(made.errors)")
      return try packets(in: folder).map(\.time)
    }

    /// In display order.
    fileprivate func packets(in folder: URL) throws -> [(time: Double, isKey: Bool)] {
      let listed = try Animconv.run(
        [
          "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
          "packet=pts_time,flags", "-of", "csv=p=0", name,
        ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      return listed.text.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: ",")
        return Double(fields[0]).map { ($0, fields[1].contains("K")) }
      }.sorted { $0.0 < $1.0 }
    }
  }

  static let clips = [
    Clip(name: "variable.mp4", options: []),
    Clip(name: "late.mkv", options: ["-output_ts_offset", "1.5"]),
    Clip(name: "stream.ts", options: []),
  ]

  /// The number of the last frame that starts at a time or before; before the first start, the
  /// first frame.
  private func shown(at time: Double, _ starts: [Double]) -> Int {
    max(0, starts.lastIndex { $0 <= time + 1e-9 } ?? 0)
  }

  /// The numbers of the frames that were written.
  private func frames(
    _ clip: Clip, _ arguments: [String], in folder: URL
  ) throws -> [Int] {
    let outcome = try Animconv.run([clip.name, "out/", "-y"] + arguments, in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let data = try Data(contentsOf: folder.appendingPathComponent("out/timing.json"))
    let list = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(list["frames"] as? [[String: Any]]).compactMap {
      $0["sourceIndex"] as? Int
    }
  }

  @Test(arguments: clips)
  func everyTimeOfARequestMeansTheFrameThatIsShown(clip: Clip) throws {
    try withTemporaryFolder { folder in
      var starts = try clip.make(in: folder)
      // MPEG-TS can start at any time; a late start in Matroska is shown from 0.
      if clip.name.hasSuffix(".ts") { starts = starts.map { [first = starts[0]] in $0 - first } }
      for step in [0.17, 0.5, 0.61] {
        var wanted: [Int] = []
        var number = 0.0
        while number * step < starts[starts.count - 1] {
          wanted.append(shown(at: number * step, starts))
          number += 1
        }
        let written = try frames(
          clip, ["--every", "\(step)s", "--to", "\(starts[starts.count - 1])s"], in: folder)
        #expect(written == Set(wanted).sorted(), "every \(step)")
      }
      let times = [2.03, 0.4, 1.77, 3.11, 2.031]
      let written = try frames(
        clip, ["--at", times.map { "\($0)s" }.joined(separator: ",")], in: folder)
      #expect(written == Set(times.map { shown(at: $0, starts) }).sorted())
      for time in times {
        #expect(
          try frames(clip, ["--poster", "\(time)s"], in: folder) == [shown(at: time, starts)])
        #expect(
          try frames(clip, ["--from", "\(time)s"], in: folder).first == shown(at: time, starts))
      }
    }
  }

  @Test(arguments: clips)
  func keyFramesAreThoseThatTheFileMarks(clip: Clip) throws {
    try withTemporaryFolder { folder in
      _ = try clip.make(in: folder)
      let packets = try clip.packets(in: folder)
      let keys = packets.indices.filter { packets[$0].isKey }
      #expect(keys.count > 2)
      #expect(try frames(clip, ["--select", "key"], in: folder) == keys)
      #expect(
        try frames(clip, ["--select", "key", "--range", "1..."], in: folder)
          == Array(keys.dropFirst()))
    }
  }

  @Test func timesComeFromAFileAsWell() throws {
    try withTemporaryFolder { folder in
      func run(_ arguments: String...) throws -> Animconv.Outcome {
        try Animconv.run([Package.orbit, "o/", "-y"] + arguments, in: folder)
      }
      func write(_ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent("times.txt"))
      }
      try write("# of interest\n\n 0.1s  # the first\r\nf7\n200ms\n")
      #expect(try run("--at", "@times.txt").status == 0)
      let listed = folder.appendingPathComponent("o/timing.json")
      let fromFile = try Data(contentsOf: listed)
      #expect(try run("--at", "200ms,f7,0.1s,0.1s").status == 0)
      #expect(try Data(contentsOf: listed) == fromFile)
      try write("0.1s\n7\n")
      let refused = try run("--at", "@times.txt")
      #expect(refused.status == 64)
      #expect(
        refused.errors.contains("line 2 of times.txt: expected times")
          && refused.errors.contains("write 7s for the time, or f7"), "\(refused.errors)")
      try write("# nothing\n")
      #expect(try run("--at", "@times.txt").errors.contains("times.txt has no time in it"))
      let missing = try run("--at", "@no.txt")
      #expect(missing.status == 64 && missing.errors.contains("cannot read no.txt"))
    }
  }

  @Test(arguments: [
    (["--at", "99s"], "the animation ends at 1.9 s, so nothing is shown at 99 s; ask for times"),
    (["--at", "f99"], "so there is no frame 99; frames count from 0: ask for frames up to f23"),
    (["--at", "0.1s", "--range", "1s.."], "0.1 s is outside of the range 1s..; times and frames"),
    (["--at", "0.1s", "--every", "2"], "--at and --every cannot be used together"),
    (["--at", "0.1s", "--pick", "2"], "--at and --pick cannot be used together"),
    (["--at", "0.1s", "--poster", "best"], "--at and --poster cannot be used together"),
    (["--at", "0.1s", "--select", "key"], "--at and --select cannot be used together"),
    (
      ["--select", "key"], "only videos have key frames, and the input is a GIF; leave out --select"
    ),
    (["--from", "1s", "-ss", "1"], "--from and -ss cannot be used together"),
    (["--to", "1s", "-t", "1"], "--to and -t cannot be used together"),
    (["--to", "1s", "--range", "2s.."], "--range and --to cannot be used together"),
    (["--to"], "Missing value for '--to <time>'"),
  ])
  func whatCannotBeIsRefused(arguments: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Animconv.run([Package.orbit, "o/"] + arguments, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(folder.names == [])
    }
  }

  @Test(arguments: [
    (["--from", "0.5s", "--to=1s"], "0.5s..1s"), (["-ss", "0.5", "-t", "0.5"], "0.5s..1s"),
    (["-to", "00:00:01"], "0s..1s"), (["--from", "500ms"], "0.5s.."), (["-t", "1"], "..1s"),
  ])
  func otherWordsForARangeSayTheSame(words: [String], range: String) throws {
    try withTemporaryFolder { folder in
      let one = try Animconv.run([Package.orbit, "a/"] + words, in: folder)
      let other = try Animconv.run([Package.orbit, "b/", "--range", range], in: folder)
      #expect(one.status == 0 && other.status == 0, "\(one.errors)\(other.errors)")
      let lists = try ["a", "b"].map {
        try Data(contentsOf: folder.appendingPathComponent("\($0)/timing.json"))
      }
      #expect(lists[0] == lists[1])
    }
  }

  /// A frame at a given time, in every still format.
  @Test(arguments: ["jpg", "jpeg", "png", "webp", "avif"])
  func oneTimeMakesOneStill(ending: String) throws {
    try withTemporaryFolder { folder in
      for (name, choice) in [("at", ["--at", "0.25s"]), ("poster", ["--poster", "0.25s"])] {
        let outcome = try Animconv.run([Package.orbit, "\(name).\(ending)"] + choice, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      #expect(folder.names == ["at.\(ending)", "poster.\(ending)"])
      if ending == "avif" { return }
      let program =
        "from PIL import Image; a, b = (Image.open(n + '.\(ending)') for n in ('at', 'poster')); "
        + "print(a.size, getattr(a, 'n_frames', 1), a.tobytes() == b.tobytes())"
      let seen = try Animconv.run(
        [try #require(Python.withPillow), "-c", program],
        with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      #expect(seen.text == "(99, 67) 1 True\n", "\(seen.text)\(seen.errors)")
    }
  }
}
