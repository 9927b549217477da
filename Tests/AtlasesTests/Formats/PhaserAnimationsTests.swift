import AnimTiming
import AtlasTestSupport
import Testing

@testable import Atlases
@testable import Stages

@Suite struct PhaserAnimationsTests {
  /// Three frames f0 to f2 of 10, 20 and 30 ms, with animations.
  private func read(_ animations: String) throws -> Atlas {
    let frames = (0..<3).map { index in
      let more = ",\"filename\":\"f\(index)\",\"duration\":\((index + 1) * 10)"
      return packedFrame(index * 8, 0, 8, 8, more: more)
    }
    let atlas = try readAtlas(
      """
      {"textures":[{"image":"a.png","size":{"w":24,"h":8},"scale":1,
      "frames":[\(frames.joined(separator: ","))]}]}
      """)
    #expect(atlas.animationFileNames(besides: "walk.json") == ["walk.animations.json"])
    return try atlas.adding(
      animations: Array("{\"anims\":[\(animations)]}".utf8), limits: defaultLimits)
  }

  private func animation(_ frames: [Int], _ more: String) -> String {
    let list = frames.map {
      "{\"key\":\"walk\",\"frame\":\"f\($0)\",\"duration\":\(($0 + 1) * 10)}"
    }
    return """
      {"key":"go","type":"frame","frames":[\(list.joined(separator: ","))]\(more)}
      """
  }

  /// Phaser's `repeat` is the number of plays after the first one.
  @Test(arguments: [
    (#","repeat":-1"#, LoopCount.forever), (#","repeat":0"#, .plays(1)),
    (#","repeat":2"#, .plays(3)), ("", .plays(1)),
  ])
  func repetitionsAreOnePlayLess(more: String, plays: LoopCount) throws {
    let atlas = try read(animation([0, 1, 2], more))
    #expect(atlas.animations.map(\.plays) == [plays])
    #expect(atlas.plays == plays)
    #expect(try atlas.playOrder(named: "go", limits: defaultLimits).plays == plays)
  }

  /// In a bounce, the frames at the ends are shown once, and the last frame starts the next play.
  @Test(arguments: [
    (#","repeat":-1"#, [0, 1, 2, 1], LoopCount.forever), ("", [0, 1, 2, 1, 0], .plays(1)),
    (#","repeat":1"#, [0, 1, 2, 1, 0, 1, 2, 1, 0], .plays(1)),
  ])
  func yoyoGoesThereAndBack(more: String, order: [Int], plays: LoopCount) throws {
    let atlas = try read(animation([0, 1, 2], #","yoyo":true"# + more))
    #expect(atlas.animations[0].indices == order)
    #expect(
      atlas.animations[0].delays.map(\.time)
        == order.map { Delay.milliseconds(Int64($0 + 1) * 10).time })
    #expect(atlas.animations[0].plays == plays)
  }

  @Test(arguments: [
    (#""frameRate":10"#, RationalTime(1, 10)), (#""duration":900"#, RationalTime(3, 10)),
    (#""frameRate":20,"duration":900"#, RationalTime(1, 20)), (#""x":1"#, RationalTime(1, 24)),
  ])
  func framesWithoutADurationShareTheRate(more: String, time: RationalTime) throws {
    let frames = (0..<3).map { "{\"key\":\"walk\",\"frame\":\"f\($0)\"}" }.joined(separator: ",")
    let atlas = try read("{\"key\":\"go\",\"frames\":[\(frames)],\(more)}")
    #expect(atlas.animations[0].delays.map(\.time) == [time, time, time])
  }

  @Test func animationsOfOtherTexturesAreSkipped() throws {
    let other = #"{"key":"sit","frames":[{"key":"dog","frame":"d0"}]}"#
    #expect(try read(other + "," + animation([2, 0], "")).animations.map(\.name) == ["go"])
    #expect(throws: AtlasError.self) {
      try read("").adding(animations: Array("{}".utf8), limits: defaultLimits)
    }
  }

  /// From data to data and back, with every loop count.
  @Test(arguments: [LoopCount.forever, .plays(1), .plays(3), .plays(65_536)])
  func playsSurviveARoundTrip(plays: LoopCount) throws {
    let files = try AtlasWriter.files(
      for: sampleAtlas(plays: plays), formats: [.phaser], baseName: "walk")
    let read = try AtlasDataFormat.phaser.read(files.map(\.bytes), limits: defaultLimits)
    #expect(read?.plays == plays)
    #expect(read?.frameTimes == sampleAtlas().frameTimes)
  }
}
