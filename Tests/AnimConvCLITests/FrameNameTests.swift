import Foundation
import TestSupport
import Testing

/// Images whose names describe their contents.
@Suite struct FrameNameTests {
  private static func run(
    _ arguments: [String], of input: String = Package.orbit, in folder: URL
  ) throws -> Animconv.Outcome { try Animconv.run([input] + arguments, in: folder) }

  /// The value of each placeholder for the frames of orbit.gif at 0 s, 0.5 s and 1.84 s.
  @Test(arguments: [
    ("%d.png", ["0", "1", "2"]), ("a%03d%%.png", ["a000%", "a001%", "a002%"]),
    ("{index}.png", ["0", "1", "2"]),
    ("{index:02}_{number:3}.png", ["00_000", "01_001", "02_002"]),
    ("{frame}.png", ["00", "01", "23"]), ("{frame:06}.png", ["000000", "000001", "000023"]),
    ("{frame:0}.png", ["0", "1", "23"]),
    ("{time}.png", ["00-00-00.000", "00-00-00.500", "00-00-01.840"]),
    ("{ms}.png", ["0000", "0500", "1840"]),
    ("{{{stem}}}{ms:1}.png", ["{orbit}0", "{orbit}500", "{orbit}1840"]),
    ("{stem}-{time}.png", ["orbit-00-00-00.000", "orbit-00-00-00.500", "orbit-00-00-01.840"]),
  ])
  func aPlaceholderStandsForWhatItSays(name: String, stems: [String]) throws {
    try withTemporaryFolder { folder in
      let outcome = try Self.run(["new/" + name, "--at", "0s,0.5s,1.84s"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let names = folder.appendingPathComponent("new").names
      #expect(names == stems.map { $0 + ".png" }.sorted(), "\(names)")
    }
  }

  /// The numbers of packets, as ffprobe reports them.
  @Test func timeStampsAreThoseOfTheStream() throws {
    try withTemporaryFolder { folder in
      let made = try Animconv.run(
        [
          "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1", "-c:v",
          "libx264", "-output_ts_offset", "1.5", "clip.ts",
        ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      try #require(made.status == 0, "\(made.errors)")
      let listed = try Animconv.run(
        [
          "ffprobe", "-v", "error", "-show_entries", "packet=pts", "-of", "csv=p=0", "clip.ts",
        ], with: URL(fileURLWithPath: "/usr/bin/env"), in: folder)
      let pts = Set(listed.text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) })
      let outcome = try Self.run(["p/{pts}.jpg"], of: "clip.ts", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let names = folder.appendingPathComponent("p").names
      #expect(names.count == 10 && Set(names) == Set(pts.sorted().map { "\($0).jpg" }), "\(names)")
    }
  }

  @Test(arguments: [
    (["a.{x}.png"], "has {x}, but placeholders are {index}, {number}, {frame}, {time}"),
    (["{frame:x}.png"], "has 'x' for a number of digits"),
    (["{frame:99}.png"], "has '99' for a number of digits, which is from 0 to 18"),
    (["{time:3}.png"], "has digits for {time}, which does not count"),
    (["{frame}%.png"], "has a % without a number such as %04d; a % itself is written %%"),
    (["{pts}.png"], "{pts} stands for the time stamps of videos, and the input has none; leave it"),
    (
      ["{tag}-{index}.png"], "{tag} stands for the input's tags and animations, and it has none"
    ),
    (["{tag}.png"], "but the input has no tags or animations"),
    (
      ["{stem}.png"], "frames 0 and 1 of the output would both be called \"orbit.png\"; add {index}"
    ),
    (["{frame}.png", "--bounce"], "would both be called \"22.png\"; add {index} to the name"),
    (["./-{frame}.png"], "starts with a dash"),
    (["{stem}/{frame}.png"], "placeholders are for the names of files, and not for the folder"),
    (["{frame}.png", "--pad", "3"], "--pad and a name with placeholders cannot be used together"),
    (["{frame}.png", "--name", "x"], "--name is for"),
  ])
  func whatCannotBeANameIsRefused(arguments: [String], part: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try Self.run(arguments, in: folder)
      #expect(outcome.status == 64, "\(arguments)")
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
      #expect(folder.names == [])
    }
  }

  /// No character of the input's name can lead to another folder.
  @Test func valuesStayInTheName() throws {
    try withTemporaryFolder { folder in
      for name in ["a:b?.gif", "%d{index}.gif", "..gif"] {
        try FileManager.default.copyItem(
          at: URL(fileURLWithPath: Package.orbit), to: folder.appendingPathComponent(name))
      }
      let outcome = try Self.run(["{stem}-%d.png", "--at", "0s"], of: "a:b?.gif", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(folder.names.contains("a_b_-0.png"), "\(folder.names)")
      let literal = try Self.run(["p{stem}-%d.png", "--at", "0s"], of: "%d{index}.gif", in: folder)
      #expect(literal.status == 0, "\(literal.errors)")
      #expect(folder.names.contains("p%d{index}-0.png"), "\(folder.names)")
    }
  }

  @Test func tagsNameTheirFrames() throws {
    try withTemporaryFolder { folder in
      let sheet = try Self.run(["s.png", "--layout", "row"], in: folder)
      #expect(sheet.status == 0, "\(sheet.errors)")
      let file = folder.appendingPathComponent("s.json")
      var text = try String(contentsOf: file, encoding: .utf8)
      let tags =
        #""frameTags": [{"name": "a/b", "from": 0, "to": 1, "direction": "forward"}, "#
        + #"{"name": "run", "from": 3, "to": 4, "direction": "forward"}]"#
      text = text.replacing(#/"frameTags": *\[[^\]]*\]/#, with: tags)
      if !text.contains("a/b") {
        text = text.replacing("\"meta\": {", with: "\"meta\": {\(tags),")
      }
      try Data(text.utf8).write(to: file)
      let outcome = try Self.run(
        ["t/{tag}-{index}.png", "--range", "0..<4"], of: "s.json", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        folder.appendingPathComponent("t").names == [
          "a_b-0.png", "a_b-1.png", "run-3.png", "s-2.png",
        ])
    }
  }

  @Test func aBatchNamesFramesByTheirTimes() throws {
    try withTemporaryFolder { folder in
      let batch = [
        "batch", Package.orbit, "--out", "out", "--container", "numbered", "--pick", "3", "--name",
        "{stem}-{time}.png",
      ]
      let first = try Animconv.run(batch, in: folder)
      #expect(first.status == 0, "\(first.errors)")
      let out = folder.appendingPathComponent("out")
      #expect(out.names.filter { $0.hasPrefix("orbit-00-00-0") }.count == 3, "\(out.names)")
      let second = try Animconv.run(batch, in: folder)
      #expect(second.errors.contains("1 unchanged"), "\(second.errors)")
    }
  }
}
