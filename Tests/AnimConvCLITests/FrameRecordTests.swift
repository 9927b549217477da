import Foundation
import TestSupport
import Testing

/// The record of frames in its three forms.
@Suite struct FrameRecordTests {
  private static func env(_ arguments: [String], in folder: URL) throws -> String {
    let outcome = try Animconv.run(
      arguments, with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.text
  }

  private static func makeClip(in folder: URL) throws {
    _ = try env(
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=s=64x48:r=30000/1001:d=2,select='not(mod(n,7)*mod(n+1,3))'", "-fps_mode", "vfr",
        "-c:v", "libx264", "-g", "5", "-bf", "2", "-video_track_timescale", "30000", "clip.mp4",
      ], in: folder)
  }

  private static func run(_ arguments: [String], in folder: URL) throws -> Animconv.Outcome {
    let outcome = try Animconv.run(arguments, in: folder)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome
  }

  /// Quotation marks alone do not keep a spreadsheet from calculating, so there is a note.
  @Test(arguments: ["=1+1", "+a", "@c"])
  func namesThatLookLikeFormulasAreQuotedAndNoted(stem: String) throws {
    try withTemporaryFolder { folder in
      try Self.makeClip(in: folder)
      let outcome = try Animconv.run(
        ["clip.mp4", "o/\(stem)-{frame}.png", "--at", "0s", "--data", "csv", "--verbose"],
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("names such as \"\(stem)-"), "\(outcome.errors)")
      let table = try String(
        contentsOf: folder.appendingPathComponent("o/frames.csv"), encoding: .utf8)
      #expect(table.contains("\r\n\"\(stem)-"), "\(table)")
      let back = try Animconv.run(["o/frames.csv", "back.gif"], in: folder)
      #expect(back.status == 0, "\(back.errors)")
    }
  }

  /// Python's standard readers find the same values in every form, and they match ffprobe and the
  /// files.
  @Test(arguments: ["frames/", "frames/{stem}-{frame}.png"])
  func everyFormSaysTheSameAndItIsTrue(output: String) throws {
    try withTemporaryFolder { folder in
      try Self.makeClip(in: folder)
      _ = try Self.run(
        ["clip.mp4", output, "--data", "timing,csv,json,jsonl", "--at", "0.1s,0.11s,1s,f3"],
        in: folder)
      let program = """
        import csv, hashlib, json, os, subprocess
        from fractions import Fraction
        rows = json.load(open("frames/frames.json"))
        lines = [json.loads(l) for l in open("frames/frames.jsonl")]
        head = {k: v for k, v in rows.items() if k != "frames"}
        rows = rows["frames"]
        assert lines[0] == head, (lines[0], head)
        assert lines[1:] == rows
        assert head["count"] == len(rows) and head["source"] == "clip.mp4" and head["codec"] == "h264"
        table = list(csv.DictReader(open("frames/frames.csv", newline="")))
        def text(v): return "" if v is None else str(v).lower() if isinstance(v, bool) else str(v)
        names = "file index frame pts timeBase start startSeconds mediaSeconds duration durationSeconds shownFor key width height bytes sha256 sceneScore shot sharpness difference requested".split()
        assert all(list(r) == names for r in rows)
        numbers = {"startSeconds", "mediaSeconds", "durationSeconds"}
        for row, cells in zip(rows, table, strict=True):
            assert list(cells) == names
            for name in names:
                if name in numbers: assert float(cells[name]) == row[name]
                else: assert cells[name] == text(row[name]), name
        probe = json.loads(subprocess.check_output(["ffprobe", "-v", "error", "-show_packets",
            "-select_streams", "v", "-of", "json", "clip.mp4"]))["packets"]
        probe.sort(key=lambda p: p["pts"])
        first = probe[0]["pts"]
        for index, row in enumerate(rows):
            packet = probe[row["frame"]]
            data = open("frames/" + row["file"], "rb").read()
            assert row["index"] == index and row["pts"] == packet["pts"]
            base = Fraction(row["timeBase"])
            assert base == Fraction(1, 30000)
            assert Fraction(row["start"]) == (packet["pts"] - first) * base
            assert abs(row["startSeconds"] - Fraction(row["start"])) < 1e-9
            assert abs(row["mediaSeconds"] - float(packet["pts_time"])) < 1e-6
            if row["frame"] + 1 < len(probe):
                next = probe[row["frame"] + 1]["pts"]
                assert Fraction(row["duration"]) == (next - packet["pts"]) * base
            assert row["key"] == ("K" in packet["flags"])
            assert (row["width"], row["height"]) == (64, 48)
            assert row["bytes"] == len(data) and row["sha256"] == hashlib.sha256(data).hexdigest()
        asked = [r["requested"] for r in rows]
        shown = lambda t: max(i for i, p in enumerate(probe) if (p["pts"] - first) * base <= t)
        wanted = sorted({shown(Fraction(1, 10)), shown(Fraction(11, 100)), shown(1), 3})
        assert [r["frame"] for r in rows] == wanted
        assert sorted(" ".join(asked).split()) == sorted(["1/10", "11/100", "1/1", "f3"]), asked
        shown_for = [Fraction(r["shownFor"]) for r in rows]
        starts = [Fraction(r["start"]) for r in rows]
        assert shown_for[:-1] == [b - a for a, b in zip(starts, starts[1:])]
        print("true")
        """
      #expect(try Self.env(["python3", "-c", program], in: folder) == "true\n")
    }
  }

  /// A folder with a record and no timing.json plays with the film's times.
  @Test(arguments: ["csv", "json", "jsonl"])
  func aRecordIsReadBack(form: String) throws {
    try withTemporaryFolder { folder in
      try Self.makeClip(in: folder)
      _ = try Self.run(["clip.mp4", "a/", "--data", form, "--name", "z"], in: folder)
      _ = try Self.run(["clip.mp4", "n/{pts}-{stem}.png", "--data", form], in: folder)
      _ = try Self.run(["clip.mp4", "b/"], in: folder)
      let direct = try Data(contentsOf: folder.appendingPathComponent("b/timing.json"))
      for input in ["a", "n", "n/frames.\(form)"] {
        _ = try Self.run([input, "c/", "-y"], in: folder)
        let program = """
          import json
          a, b = (json.load(open(n + "/timing.json"))["frames"] for n in "bc")
          print([(f["start"], f["duration"]) for f in a] == [(f["start"], f["duration"]) for f in b])
          """
        #expect(try Self.env(["python3", "-c", program], in: folder) == "True\n", "\(input)")
        for (one, other) in try Self.pictures(folder) {
          #expect(one == other)
        }
      }
      #expect(!direct.isEmpty)
      let damaged = folder.appendingPathComponent("a/frames.\(form)")
      var text = try String(contentsOf: damaged, encoding: .utf8)
      text = text.replacing("1001/30000,", with: "x,").replacing(
        #""shownFor": ""#, with: #""shownFor": "x"#)
      try Data(text.utf8).write(to: damaged)
      let refused = try Animconv.run(["a", "d/"], in: folder)
      if form != "csv" {
        #expect(refused.status == 65 && refused.errors.contains("shownFor"), "\(refused.errors)")
      }
    }
  }

  private static func pictures(_ folder: URL) throws -> [(Data, Data)] {
    let names = folder.appendingPathComponent("b").names.filter { $0.hasSuffix(".png") }
    return try names.map { name in
      (
        try Data(contentsOf: folder.appendingPathComponent("b/\(name)")),
        try Data(contentsOf: folder.appendingPathComponent("c/\(name)"))
      )
    }
  }

  /// A record of a video's frames, without images.
  @Test func theRecordAloneIsPrinted() throws {
    try withTemporaryFolder { folder in
      try Self.makeClip(in: folder)
      _ = try Self.run(["clip.mp4", "a/", "--data", "jsonl"], in: folder)
      let alone = try Self.run(
        ["clip.mp4", "-", "--data", "jsonl", "--frame-format", "none"], in: folder)
      _ = try Self.run(
        ["clip.mp4", "i.txt", "--data", "csv", "--frame-format", "none"], in: folder)
      try alone.output.write(to: folder.appendingPathComponent("alone.jsonl"))
      let program = """
        import csv, json
        read = lambda n: [json.loads(l) for l in open(n)]
        a, b = read("a/frames.jsonl"), read("alone.jsonl")
        hidden = ("file", "bytes", "sha256")
        assert a[0] == b[0] and all(r[n] is None for r in b[1:] for n in hidden)
        strip = lambda r: {k: v for k, v in r.items() if k not in hidden}
        assert [strip(r) for r in a[1:]] == [strip(r) for r in b[1:]]
        table = list(csv.DictReader(open("i.txt", newline="")))
        assert [r["pts"] for r in table] == [str(r["pts"]) for r in b[1:]]
        print(len(b))
        """
      let count = try #require(
        Int(try Self.env(["python3", "-c", program], in: folder).dropLast()))
      #expect(count > 10)
      for arguments in [
        ["x/", "--frame-format", "none"],
        ["-", "--frame-format", "none", "--data", "timing"],
        ["-", "--frame-format", "none", "--data", "csv,json"],
      ] {
        let refused = try Animconv.run(["clip.mp4"] + arguments, in: folder)
        #expect(refused.status == 64, "\(arguments)")
        #expect(
          refused.errors.contains("name the output -, and choose one of csv, json and jsonl"),
          "\(refused.errors)")
      }
    }
  }

  /// Programs that others use to read records; empty if none is installed.
  private static func other(_ command: [String]) -> [String] {
    let found = try? Animconv.run(
      command, with: URL(fileURLWithPath: "/usr/bin/env"), in: URL(fileURLWithPath: "/tmp"))
    return found?.status == 0 ? command : []
  }

  /// pandas and jq find numbers in all numeric fields, and the same number of rows in every form.
  @Test func pandasAndJQReadTheRecords() throws {
    try withTemporaryFolder { folder in
      try Self.makeClip(in: folder)
      _ = try Self.run(["clip.mp4", "o/", "--data", "csv,json,jsonl", "--pick", "7"], in: folder)
      if Self.other(["jq", "--version"]).isEmpty {
        print("jq is not installed: it reads no record here")
      } else {
        let filter = ".frames | map(.startSeconds) | add"
        let whole = try Self.env(["jq", filter, "o/frames.json"], in: folder)
        let rows = try Self.env(
          ["jq", "-s", ".[1:] | map(.startSeconds) | add", "o/frames.jsonl"], in: folder)
        #expect(whole == rows && Double(whole.dropLast()) ?? 0 > 1)
      }
      if Self.other(["python3", "-c", "import pandas"]).isEmpty {
        print("pandas is not installed: it reads no record here")
      } else {
        let program = """
          import json, pandas
          table = pandas.read_csv("o/frames.csv", float_precision="round_trip")
          lines = pandas.read_json("o/frames.jsonl", lines=True, precise_float=True).iloc[1:]
          whole = pandas.DataFrame(json.load(open("o/frames.json"))["frames"])
          for name in ["frame", "pts", "startSeconds", "durationSeconds", "width", "bytes"]:
              assert table[name].dtype.kind in "if", name
              assert (table[name].values == whole[name].values).all(), name
              assert (lines[name].astype(float).values == whole[name].values).all(), name
          assert (table.sha256 == whole.sha256).all() and table.key.dtype == bool
          print(len(table))
          """
        #expect(try Self.env(["python3", "-c", program], in: folder) == "7\n")
      }
    }
  }
}
