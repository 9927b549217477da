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
        ], direction: .reverseBounce, speed: SpeedFactor(1, 2),
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
        "line 1, column 12: \"../a.gif\" is not a name beside the edit"
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
      ("{\"frames\": {\"clips\": []}}", false), ("{\"clips\": {}}", false), ("[\"clips\"]", false),
      ("{\"a\": \"clips\", \"b\": [", false), ("{\"a\": \"\\\"clips\\\": [\"}", false), ("", false),
    ])
  func anEditIsRecognizedByItsClips(text: String, isEdit: Bool) {
    #expect(EditFile.isEdit(prefix: Array(text.utf8)) == isEdit)
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
      #expect(throws: PartFailure.self) { try openSource(input) }
      #expect(throws: EditError.noFolder) {
        try openSource(.bytes(Array(#"{"clips": ["link.gif"]}"#.utf8), name: "e"))
      }
    }
  }
}
