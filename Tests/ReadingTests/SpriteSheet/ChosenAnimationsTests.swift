import AnimTiming
import AtlasTestSupport
import FrameTestSupport
import Messages
import SystemPackage
import TestSupport
import Testing

@testable import Atlases
@testable import Raster
@testable import Reading
@testable import Stages

/// The choices in a sheet, and the frames that each choice plays.
@Suite struct ChosenAnimationsTests {
  private static let sheet = DrawnSheet(48, 8)

  private func cells(_ tag: String?, of names: [String], more: String = "") throws -> [Int] {
    let frames = names.enumerated().map { "\"\($1)\":\(packedFrame($0 * 8, 0, 8, 8))" }
    let data =
      "{\"frames\":{\(frames.joined(separator: ","))}\(more),\"meta\":{\"image\":\"s.png\"}}"
    return try TemporaryFolder.with { folder in
      try folder.write(Self.sheet.png(), to: "s.png")
      try folder.write(data, to: "hero.json")
      var options = ReadingOptions()
      options.sheet.tag = tag
      let source = try openSource(.path(folder.appending("hero.json")), options: options)
      return try source.allPixels().map { pixels in
        (0..<6).first { pixels == Self.sheet.cut($0 * 8, 0, 8, 8) } ?? -1
      }
    }
  }

  private static let names = ["Walk_2.png", "Run 1.png", "Walk_1.png", "logo.png", "Run 2.png"]

  @Test(arguments: [
    ("Walk", [2, 0]), ("walk", [2, 0]), ("ru", [1, 4]), ("Run,Walk", [1, 4, 2, 0]),
    ("walk,walk", [2, 0, 2, 0]),
  ])
  func namesAreFoundExactlyThenWithoutCaseThenByTheirBeginning(
    tag: String, expected: [Int]
  ) throws {
    #expect(try cells(tag, of: Self.names) == expected)
  }

  @Test(arguments: ["", "x", "Walk,x", "logo", ",", "Walk,"])
  func reportsAnUnknownNameWithTheKnownOnes(tag: String) {
    #expect {
      _ = try cells(tag, of: Self.names)
    } throws: { error in
      guard case AtlasError.unknownTag(_, let known) = error else { return false }
      return known == ["Walk", "Run"]
    }
  }

  @Test func aBeginningOfTwoNamesIsNone() {
    #expect(throws: AtlasError.self) {
      try cells("r", of: ["run_1", "run_2", "rest_1", "rest_2"])
    }
  }

  @Test func aCommaMayBeInAName() throws {
    let names = ["a,b1", "a,b2", "c1", "c2"]
    #expect(try cells("a,b", of: names) == [0, 1])
    #expect(try cells("c,a\\,b", of: names) == [2, 3, 0, 1])
  }

  @Test func namesOfNumbersAreCalledLikeTheFile() throws {
    #expect(try cells("hero", of: ["0001", "0002", "0000"]) == [2, 0, 1])
  }

  @Test func repeatsThatAreFinitePlayAmongOthers() throws {
    let atlas = Atlas(
      format: .aseprite,
      frames: (0..<3).map { number in
        AtlasFrame(
          name: "", page: 0, rect: .empty, sourceSize: PixelSize(width: 1, height: 1),
          delay: .milliseconds(Int64(number + 1) * 10))
      },
      tags: [
        AtlasTag(name: "a", from: 0, to: 1, repeats: 2),
        AtlasTag(name: "b", from: 1, to: 2, direction: .reverse),
      ])
    let order = try atlas.playOrder(named: "a,b", limits: ReadingLimits())
    #expect(order.indices == [0, 1, 0, 1, 2, 1])
    #expect(order.plays == .forever)
    #expect(order.parts.map(\.from) == [0, 4])
    let listed = atlas.listedAnimations(rate: nil, usual: .milliseconds(100), maxFrames: 100)
    #expect(listed.map(\.duration) == [RationalTime(3, 100), RationalTime(5, 100)])
    #expect(listed.map(\.direction) == [.forward, .reverse])
    #expect(listed.map(\.origin) == [.tags, .tags])
    var limits = ReadingLimits()
    limits.maxFrames = 5
    #expect(throws: ReadingError.self) { try atlas.playOrder(named: "a,b", limits: limits) }
  }
}
