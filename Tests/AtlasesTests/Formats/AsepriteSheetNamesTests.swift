import AnimTiming
import AtlasTestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Stages

/// Tags that count the frames of a file, not those of the list.
@Suite struct AsepriteSheetNamesTests {
  private func read(
    _ names: [String], _ tags: [(String, Int, Int)], layers: [String] = ["body"],
    app: String = "https://www.aseprite.org/"
  ) throws -> Atlas {
    let frames = names.enumerated().map { "\"\($1)\":\(packedFrame($0 * 8, 0, 8, 8))" }
    let texts = tags.map {
      "{\"name\":\"\($0.0)\",\"from\":\($0.1),\"to\":\($0.2),\"direction\":\"forward\"}"
    }
    let all = layers.map { "{\"name\":\"\($0)\",\"opacity\":255,\"blendMode\":\"normal\"}" }
    return try readAtlas(
      """
      {"frames":{\(frames.joined(separator: ","))},"meta":{"app":"\(app)","image":"a.png",
      "frameTags":[\(texts.joined(separator: ","))],"layers":[\(all.joined(separator: ","))]}}
      """)
  }

  private func text(_ atlas: Atlas) -> [String] {
    atlas.tags.map { "\($0.name) \($0.from)-\($0.to)" }
  }

  private func numbered(_ before: String, _ numbers: [Int], _ after: String = ".aseprite")
    -> [String]
  {
    numbers.map { "\(before)\($0)\(after)" }
  }

  /// `--ignore-empty`: the second frame of five is empty.
  @Test func emptyFramesAreLeftOutOfTheList() throws {
    let names = numbered("h ", [0, 2, 3, 4])
    let atlas = try read(names, [("a", 0, 2), ("b", 3, 4), ("none", 1, 1)])
    #expect(text(atlas) == ["a 0-1", "b 2-3"])
    #expect(
      atlas.warnings.map(\.detail) == [
        #"tag "none" is left out: the sheet has none of its frames 1 to 1"#
      ])
    // The tags fit the list, but Aseprite still counts frames of the file.
    #expect(try text(read(names, [("a", 0, 2), ("b", 3, 3)])) == ["a 0-1", "b 2-2"])
  }

  /// `{frame1}` counts from 1.
  @Test func framesThatAreCountedFromOneKeepTheirTags() throws {
    #expect(
      try text(read(numbered("h ", [1, 2, 3]), [("a", 0, 1), ("b", 2, 2)])) == ["a 0-1", "b 2-2"])
    #expect(
      try text(read(numbered("h ", [1, 3, 4]), [("a", 0, 1), ("b", 2, 3)])) == ["a 0-0", "b 1-2"])
  }

  /// Frames 3 to 5 of a file whose tags count from its beginning.
  @Test func aRangeOfFramesHasTheTagsOfTheFile() throws {
    #expect(
      try text(read(numbered("h ", [3, 4, 5]), [("a", 3, 4), ("b", 5, 5)])) == ["a 0-1", "b 2-2"])
    // Counted in the list, like further pages.
    #expect(
      try text(read(numbered("h_", [3, 4, 5]), [("a", 0, 1), ("b", 2, 2)])) == ["a 0-1", "b 2-2"])
  }

  @Test func tagsThatCountTheListStay() throws {
    let other = numbered("f", [0, 2, 4], ".png")
    #expect(try text(read(other, [("a", 0, 1), ("b", 2, 2)], app: "x")) == ["a 0-1", "b 2-2"])
    let plain = ["idle", "jump", "fall"]
    #expect(try text(read(plain, [("a", 0, 1), ("b", 2, 2)])) == ["a 0-1", "b 2-2"])
    let tagged = ["idle:0", "jump:1", "fall:2"]
    #expect(try text(read(tagged, [("idle", 0, 0), ("fall", 2, 2)])) == ["idle 0-0", "fall 2-2"])
    let counted = ["a_0", "a_1", "b_0", "b_1"]
    #expect(try text(read(counted, [("x", 0, 1), ("y", 2, 3)])) == ["x 0-1", "y 2-3"])
  }

  @Test func twoTagsOfOneNameHaveTheirOwnFrames() throws {
    let atlas = try read(
      ["fall:0", "duck:1", "fall:2"], [("fall", 0, 0), ("duck", 1, 1), ("fall", 2, 2)])
    #expect(text(atlas) == ["fall 0-0", "duck 1-1", "fall 2-2"])
  }

  @Test func severalFilesCountFromZeroEach() throws {
    let names = numbered("cat ", Array(0..<4)) + numbered("dog ", Array(0..<4))
    let tags = [("idle", 0, 1), ("run", 2, 3)]
    let atlas = try read(names, tags + tags)
    #expect(text(atlas) == ["cat/idle 0-1", "cat/run 2-3", "dog/idle 4-5", "dog/run 6-7"])
    func order(_ name: String) throws -> [Int] {
      try atlas.playOrder(named: name, limits: defaultLimits).indices
    }
    #expect(try order("dog/run") == [6, 7])
    #expect(throws: AtlasError.ambiguousTag(name: "run", known: ["cat/run", "dog/run"])) {
      try order("run")
    }
    let all = ["cat/idle", "cat/run", "dog/idle", "dog/run"]
    #expect(throws: AtlasError.unknownTag(name: "sit", known: all)) { try order("sit") }
    let single = try read(names, [("idle", 0, 1), ("run", 2, 3), ("sit", 0, 3)])
    #expect(
      try single.playOrder(named: "sit", limits: defaultLimits).indices == [4, 5, 6, 7])
  }

  /// `{title}_{tag}` shows which file a tag belongs to.
  @Test func titlesInTheNamesOfTagsAreTaken() throws {
    let names = numbered("cat ", Array(0..<2)) + numbered("dog ", Array(0..<3))
    let atlas = try read(names, [("cat_run", 0, 1), ("dog_run", 1, 2)])
    #expect(text(atlas) == ["cat_run 0-1", "dog_run 3-4"])
  }

  /// Only the second file has this many frames.
  @Test func aTagGoesToTheOnlyFileThatHasItsFrames() throws {
    let names = numbered("cat ", Array(0..<2)) + numbered("dog ", Array(0..<3))
    #expect(try text(read(names, [("run", 1, 2)])) == ["dog/run 3-4"])
    let both = try read(names, [("run", 0, 1)])
    #expect(text(both) == [])
    #expect(
      both.warnings.map(\.detail) == [
        #"the tags "run" are left out: the sheet has frames of 2 files, and it is not known which file "#
          + "each tag belongs to"
      ])
  }

  /// `{title}#{tag} {tagframe}`: numbers start again in each tag, and a frame may occur twice.
  @Test func tagsInTheNamesOfFramesAreTaken() throws {
    let names = numbered("dog#walk ", [0, 1, 2]) + numbered("dog#run ", [0, 1])
    #expect(try text(read(names, [("walk", 2, 4), ("run", 3, 4)])) == ["walk 0-2", "run 3-4"])
    let bare = numbered("walk_", [0, 1]) + numbered("run_", [0, 1, 2])
    #expect(try text(read(bare, [("walk", 5, 6), ("run", 7, 9)])) == ["walk 0-1", "run 2-4"])
  }

  /// `--split-layers`: frames with the same number are stacked in the order of the layers.
  @Test func layersAreStacked() throws {
    let names =
      numbered("h (hat) ", Array(0..<4)) + numbered("h (body) ", Array(0..<4))
    let atlas = try read(names, [("idle", 0, 1), ("run", 2, 3)], layers: ["body", "hat"])
    #expect(text(atlas) == ["idle 0-1", "run 2-3"])
    #expect(atlas.frames.map(\.rect.x) == [32, 40, 48, 56])
    #expect(
      (0..<4).map { atlas.layersAbove[$0]?.map(\.frame.rect.x) } == [[0], [8], [16], [24]])
  }

  @Test func layersOfSeveralFilesStayApart() throws {
    let names = ["cat (body) 0", "cat (body) 1", "cat (hat) 1", "dog (body) 0", "dog (hat) 0"]
      .map { "\($0).aseprite" }
    let atlas = try read(names, [("a", 1, 1), ("b", 0, 0)], layers: ["body", "hat"])
    #expect(atlas.frames.map(\.rect.x) == [0, 8, 24])
    #expect(atlas.layersAbove.mapValues { $0.map(\.frame.rect.x) } == [1: [16], 2: [32]])
    #expect(text(atlas) == ["cat/a 1-1", "dog/b 2-2"])
  }

  @Test(
    arguments: [
      ("dog 3.aseprite", "dog", nil, nil, 3),
      ("dog (Layer 1) 3.aseprite", "dog", "Layer 1", nil, 3),
      ("dog#run 3.png", "dog", nil, "run", 3), ("dog (hat) #run 12.ase", "dog", "hat", "run", 12),
      ("dog (old) 3.aseprite", "dog (old)", nil, nil, 3),
      ("hero2.aseprite", "hero2", nil, nil, nil),
      ("dog.aseprite", "dog", nil, nil, nil), ("7", "", nil, nil, 7),
      ("dog (Layer 1).aseprite", "dog", "Layer 1", nil, nil), ("a_0003.png", "a", nil, nil, 3),
    ] as [(String, String, String?, String?, Int?)])
  func namesAreTakenApart(
    name: String, title: String, layer: String?, tag: String?, number: Int?
  ) {
    let parts = AsepriteFrameName(name, layers: ["Layer 1", "hat"], tags: ["run"])
    #expect(parts.title == title)
    #expect(parts.layer == layer)
    #expect(parts.tag == tag)
    #expect(parts.number == number)
  }
}
