import AnimTiming
import CLibrary
import FrameTestSupport
import Messages
import Raster
import Stages
import SystemPackage
import TestSupport
import Testing

@testable import Reading

/// Edits as JSON.
@Suite struct EditFileTests {
  private static func read(_ text: String) throws -> AnimationEdit {
    try AnimationEdit(json: Array(text.utf8), in: "art")
  }

  @Test func everyKeyIsRead() throws {
    let edit = try Self.read(
      """
      {"sizes": "contain", "loops": 3, "clips": ["a.gif", {
        "input": "sub/b.png", "tag": "run", "range": ["3-4", "1s..2.5s", 7], "reverse": true,
        "bounce": true, "speed": 0.5, "delays": ["40ms", "1/15s"], "crop": "4x3+1+2", "repeat": 5
      }, {"input": {"clips": ["f_*.png"]}, "range": "2...", "delays": "1.5s"}],
      "overlay": {"input": "logo.png", "x": -3, "y": 9}}
      """)
    var expected = AnimationEdit(clips: [
      .init("art/a.gif"),
      .init(
        "art/sub/b.png", tag: "run",
        ranges: [
          .frames(from: 3, to: 5), .times(from: .seconds(1), to: RationalTime(5, 2)),
          .frames(from: 7, to: 8),
        ], direction: .reverseBounce, speed: TimingEdits.Speed(1, 2),
        delays: [.milliseconds(40), RationalTime(1, 15)],
        crop: PixelRect(x: 1, y: 2, width: 4, height: 3), repeats: 5),
      .init(
        .edit(AnimationEdit(clips: [.init("art/f_*.png")])), ranges: [.frames(from: 2, to: nil)],
        delays: [RationalTime(3, 2)]),
    ])
    expected.sizes = .contain
    expected.plays = .plays(3)
    expected.overlay = .init("art/logo.png", x: -3, y: 9)
    #expect(edit == expected)
    // The written JSON gives the same edit.
    #expect(try Self.read(edit.json(in: "art")) == edit)
  }

  @Test func whatHasNoJSONIsRefused() throws {
    var edit = AnimationEdit(clips: [.init("art/a.gif")])
    #expect(
      try edit.json(in: "art") == "{\n  \"clips\": [\n    \"a.gif\"\n  ]\n}\n")
    #expect(throws: EditError.self) { try edit.json(in: "other") }
    edit.transform = .init { pixels, _ in pixels }
    #expect(throws: EditError.self) { try edit.json(in: "art") }
    let bytes = AnimationEdit(clips: [.init(.bytes([1], name: "x"))])
    #expect(throws: EditError.self) { try bytes.json(in: "art") }
  }

  private static func changed(_ change: (inout AnimationEdit) -> Void) -> AnimationEdit {
    var edit = AnimationEdit(clips: [.init("art/a.gif")])
    change(&edit)
    return edit
  }

  /// Edits that would be refused when their JSON is read.
  @Test(
    arguments: [
      AnimationEdit(clips: []), changed { $0.plays = .plays(1_000_001) },
      changed { $0.overlay = .init("art/b.png", x: 65_536) },
      changed { $0.overlay = .init("art/b.png", y: -65_536) },
      changed { $0.clips[0].repeats = 0 }, changed { $0.clips[0].delays = [.zero] },
      changed { $0.clips[0].delays = [.seconds(-1)] },
      changed { $0.clips[0].ranges = [.frames(from: 3, to: 3), .frames(from: -1, to: nil)] },
      changed { $0.clips[0].input = "art/a\\b.gif" },
      changed { $0.clips[0].input = "art/a\u{1}.gif" }, changed { $0.clips[0].input = "art" },
    ])
  func onlyReadableJSONIsWritten(edit: AnimationEdit) {
    #expect(throws: EditError.self) { try edit.json(in: "art") }
  }

  @Test(arguments: [".", "./", ""])
  func theCurrentFolderHasNoName(folder: String) throws {
    let edit = AnimationEdit(joining: ["in.gif", "./sub/b.gif"])
    let json = try edit.json(in: FilePath(folder))
    #expect(
      try AnimationEdit(json: Array(json.utf8), in: "")
        == AnimationEdit(joining: ["in.gif", "sub/b.gif"]))
  }

  @Test func removalsAreNotNestedInJSON() throws {
    var clip = AnimationEdit.Clip("art/a.gif")
    for _ in 0..<20 { clip = clip.removing(1..<2) }
    let json = try AnimationEdit(clips: [clip]).json(in: "art")
    let expected = AnimationEdit.Clip(
      .edit(
        AnimationEdit(clips: [
          .init("art/a.gif", ranges: [.frames(from: 0, to: 1), .frames(from: 20, to: nil)])
        ])), ranges: [.frames(from: 0, to: 1), .frames(from: 2, to: nil)])
    #expect(try Self.read(json) == AnimationEdit(clips: [expected]))
  }

  /// A text, and the error with its place.
  @Test(
    arguments: [
      ("{\"clips\": [\"a.gif\",]}", "line 1, column 20: expected a value"),
      (
        "{\n  \"clips\": [\n    {\"input\": \"ä.gif\" \"range\": 1}\n  ]\n}",
        "line 3, column 23: expected a comma"
      ),
      ("{\"clips\": [{\"range\": \"1-2\"}]}", "line 1, column 12: the key \"input\" is missing"),
      (
        "{\"clips\": [\n{\"input\": \"a.gif\", \"inpt\": 1}]}",
        "line 2, column 28: there is no key \"inpt\"; the keys are input, tag, range, reverse, bounce, speed, "
          + "delays, crop, repeat"
      ),
      (
        "{\"clips\": [{\"input\": \"a.gif\", \"delays\": [\"40ms\",\n \"-1s\"]}]}",
        "line 2, column 2: expected a time above zero such as 40ms or 1/15s, or a list of them for \"delays\""
      ),
      (
        "{\"clips\": [{\"input\": \"a.gif\", \"delays\": \"99999999999s\"}]}",
        "line 1, column 41: expected a time above zero such as 40ms or 1/15s, or a list of them for \"delays\""
      ),
      (
        "{\"clips\": [{\"input\": \"a.gif\", \"repeat\": 0}]}",
        "line 1, column 41: expected a whole number from 1 for \"repeat\""
      ),
      (
        "{\"clips\": [{\"input\": \"a.gif\", \"speed\": 0}]}",
        "line 1, column 40: expected a positive factor such as 2, 0.5 or \"2/3\" for \"speed\""
      ),
      ("{\"clips\": [7]}", "line 1, column 12: expected an object or a string"),
      ("{\"clips\": {}}", "line 1, column 11: expected a list of clips for \"clips\""),
      (
        "{\"clips\": [\"../a.gif\"]}",
        "line 1, column 12: \"../a.gif\" is not a name beside the edit: it leads out of the folder"
      ),
      (
        "{\"clips\": [\"/etc/a.gif\"]}",
        "line 1, column 12: \"/etc/a.gif\" is not a name beside the edit"
      ),
      (
        "{\"clips\": [\"http://a/b\"]}",
        "line 1, column 12: \"http://a/b\" is not a name beside the edit"
      ),
      ("{\"clips\": []}", "the edit has no clips"),
    ])
  func errorsTellLineAndColumn(text: String, reason: String) throws {
    let error = #expect(throws: EditError.self) { try Self.read(text) }
    #expect(
      error?.reason.description.hasPrefix(reason) == true, "\(String(describing: error?.reason))")
  }

  /// Beginnings of texts, and whether they are edits.
  @Test(
    arguments: [
      ("{\"clips\": [", true), (" \n{ \"sizes\" : \"pad\", \"clips\" :\n[", true),
      ("{\"frames\": {\"clips\": []}}", false), ("{\"clips\": {}}", true),
      ("{\"clips\": 7", true), ("[\"clips\"]", false),
      ("{\"a\": \"clips\", \"b\": [", false), ("{\"a\": \"\\\"clips\\\": [\"}", false), ("", false),
    ])
  func anEditIsRecognizedByItsClips(text: String, isEdit: Bool) {
    #expect((EditFile.clipsKey(prefix: Array(text.utf8)) != nil) == isEdit)
  }

  /// Files with the key, and whether they are read as edits.
  @Test(
    arguments: [
      (#"{"clips": "in.gif"}"#, "line 1, column 11: expected a list of clips for \"clips\""),
      (#"{"clips": {"a": 1}}"#, "line 1, column 11: expected a list of clips for \"clips\""),
      (#"{"clips": 1, "frames": {}, "meta": {}}"#, nil),
    ] as [(String, String?)])
  func mistakesInClipsAreReported(text: String, reason: String?) throws {
    try TemporaryFolder.with { folder in
      let input = try write(text, "e.json", in: folder)
      let error = #expect(throws: (any Error).self) { try openSource(input) }
      #expect((error as? EditError)?.reason.description == reason)
    }
  }

  @Test func rangesOutsideNameTheClip() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.orbit, to: "a.gif")
      let input = try write(
        #"{"clips": ["a.gif", {"input": "a.gif", "range": "20-24"}]}"#, "e.json", in: folder)
      let error = #expect(throws: PartFailure.self) { try openSource(input) }
      let refusal = try #require(error?.error as? EditError)
      #expect(
        refusal.reason.description.hasPrefix(
          "clip 2 shows the range 20..<25, which is outside its input of 24 frames"))
      #expect(
        refusal.remedy?.text(.options)
          == "frames count from 0: set \"range\" of the clip to 0...23 for all of them")
      let tagged = try write(
        #"{"clips": [{"input": "a.gif", "tag": "walk"}]}"#, "t.json", in: folder)
      let other = #expect(throws: PartFailure.self) { try openSource(tagged) }
      #expect(other?.error as? EditError == .tag(clip: 0, "walk"))
    }
  }

  private func write(
    _ text: String, _ name: String, in folder: TemporaryFolder
  ) throws -> AnimationInput {
    try folder.write(text, to: name)
    return .path(folder.appending(name))
  }

  private static var orbit: [UInt8] {
    get throws {
      try TemporaryFolder.bytes(of: SourceTree.root.appending("Tests/Fixtures/orbit.gif"))
    }
  }

  @Test func theInputsAreBesideTheFile() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.orbit, to: "a.gif")
      let input = try write(
        #"{"clips": ["a.gif", {"input": "a.gif", "range": "3-5", "repeat": 2}]}"#, "e.json",
        in: folder)
      let source = try openSource(input)
      let own = try openSource(.path(folder.appending("a.gif")))
      let pictures = try own.allPixels()
      #expect(source.info.kind == .edit)
      #expect(try source.allPixels() == pictures + pictures[3...5] + pictures[3...5])
      #expect(
        source.info.frames.map(\.delay.time)
          == (own.info.frames + own.info.frames[3...5] + own.info.frames[3...5]).map(\.delay.time))
      // An edit can name another one.
      let outer = try write(
        #"{"clips": [{"input": "e.json", "range": "23-25"}]}"#, "o.json", in: folder)
      #expect(try openSource(outer).allPixels() == [pictures[23], pictures[3], pictures[4]])
    }
  }

  @Test func anEditCannotNameItself() throws {
    try TemporaryFolder.with { folder in
      let input = try write(#"{"clips": ["b.json"]}"#, "a.json", in: folder)
      _ = try write(#"{"clips": ["a.json"]}"#, "b.json", in: folder)
      let error = #expect(throws: PartFailure.self) { try openSource(input) }
      let a = folder.appending("a.json").string
      let b = folder.appending("b.json").string
      #expect(error?.error as? EditError == .circular([a, b, a]))
    }
  }

  @Test func linksOutOfTheFolderAreNotFollowed() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Self.orbit, to: "secret.gif")
      let inside = folder.appending("inside")
      try #require(mkdir(inside.string, 0o700) == 0)
      try #require(symlink("../secret.gif", inside.appending("link.gif").string) == 0)
      let input = try write(#"{"clips": ["link.gif"]}"#, "inside/e.json", in: folder)
      let link = #expect(throws: PartFailure.self) { try openSource(input) }
      let refusal = try #require(link?.error as? EditError)
      #expect(refusal == .link("link.gif"))
      #expect(
        refusal.reason.description == "\"link.gif\" is a link, and links are not followed")
      #expect(refusal.remedy?.description == "put the file itself there")
      #expect(throws: EditError.noFolder) {
        try openSource(.bytes(Array(#"{"clips": ["link.gif"]}"#.utf8), name: "e"))
      }
    }
  }
}
