import AnimTiming
import AtlasTestSupport
import Messages
import Testing

@testable import Atlases
@testable import Raster
@testable import Stages

/// Formats that count the cells of a grid: Tiled and Minecraft. Files are read back by the readers
/// for files from those programs.
@Suite struct CellWritersTests {
  private static let cell = PixelSize(width: 6, height: 4)

  /// Cells in three columns, with these frames and times.
  private func atlas(
    _ frames: [(cell: Int, milliseconds: Int64)], rows: Int = 2, margin: Int = 0, spacing: Int = 0
  ) -> Atlas {
    let (cell, pitch) = (Self.cell, (x: Self.cell.width + spacing, y: Self.cell.height + spacing))
    var atlas = Atlas(format: .aseprite)
    atlas.pages = [
      AtlasPage(
        image: "walk.png",
        size: PixelSize(
          width: 2 * margin + 3 * pitch.x - spacing, height: 2 * margin + rows * pitch.y - spacing))
    ]
    atlas.frames = frames.enumerated().map { index, frame in
      AtlasFrame(
        name: "walk_\(index)", page: 0,
        rect: PixelRect(
          x: margin + frame.cell % 3 * pitch.x, y: margin + frame.cell / 3 * pitch.y,
          width: cell.width, height: cell.height),
        sourceSize: cell, delay: .milliseconds(frame.milliseconds))
    }
    return atlas
  }

  private func read(_ format: AtlasDataFormat, _ atlas: Atlas) throws -> Atlas {
    let files = try AtlasWriter.files(for: atlas, formats: [format], baseName: "walk")
    return try #require(
      try format.read(
        files.map(\.bytes), limits: defaultLimits, around: surroundings(of: atlas)))
  }

  /// The rectangle and the duration of every step.
  private func steps(_ atlas: Atlas, _ animation: Int) -> [Step] {
    let list = atlas.animations[animation]
    return zip(list.indices, list.delays).map { Step(rect: atlas.frames[$0].rect, delay: $1) }
  }

  private struct Step: Hashable {
    let rect: PixelRect
    let delay: Delay
    init(rect: PixelRect, delay: Delay) { (self.rect, self.delay) = (rect, delay) }
  }

  @Test(arguments: [AtlasDataFormat.tiled, .tiledJSON], [(0, 0), (0, 2), (1, 2), (5, 0), (2, 7)])
  func tiledKeepsEveryAnimation(format: AtlasDataFormat, space: (margin: Int, spacing: Int)) throws
  {
    var atlas = atlas(
      [(0, 70), (1, 33), (0, 1), (4, 900), (5, 40), (3, 41)], margin: space.margin,
      spacing: space.spacing)
    atlas.tags = [
      AtlasTag(name: "run & <hide>", from: 3, to: 5, direction: .pingpong),
      AtlasTag(name: "idle", from: 0, to: 2, direction: .forward),
      AtlasTag(name: "back", from: 0, to: 1, direction: .reverse),
    ]
    let found = try read(format, atlas)
    func step(_ frame: Int) -> Step {
      Step(rect: atlas.frames[frame].rect, delay: atlas.frames[frame].delay)
    }
    let animations = Dictionary(
      uniqueKeysWithValues: found.animations.indices.map {
        (found.animations[$0].name, steps(found, $0))
      })
    #expect(
      animations == [
        "run & <hide>": [3, 4, 5, 4].map(step), "idle": [0, 1, 2].map(step),
        "back": [1, 0].map(step),
      ])
    #expect(found.animations.allSatisfy { $0.plays == .forever })
    #expect(found.warnings.isEmpty && found.notes.isEmpty)
    #expect(found.pages == [AtlasPage(image: "walk.png", size: atlas.pages[0].size)])
  }

  /// Two animations cannot belong to one tile, so the second goes to another, and is never lost.
  @Test(arguments: [AtlasDataFormat.tiled, .tiledJSON])
  func tiledGivesEveryAnimationATile(format: AtlasDataFormat) throws {
    var atlas = atlas([(0, 10), (1, 20)], rows: 1)
    atlas.tags = (1...3).map { AtlasTag(name: "a\($0)", from: 0, to: 0, direction: .forward) }
    // The remaining frames also form an animation, and the picture has three tiles.
    #expect(throws: AtlasWritingError.cannotSay(.severalAnimations, format: format)) {
      try read(format, atlas)
    }
    atlas.tags.removeLast()
    #expect(Set(try read(format, atlas).animations.map(\.name)) == ["a1", "a2", "walk"])
  }

  @Test func ticksOfMinecraftAreExact() throws {
    let atlas = atlas([(0, 50), (1, 50), (4, 100), (1, 50), (5, 2000), (0, 50)])
    let found = try read(.minecraft, atlas)
    #expect(
      steps(found, 0) == atlas.frames.map { Step(rect: $0.rect, delay: $0.delay) })
    #expect(try AtlasDataFormat.minecraft.errorOfTicks(of: atlas) == nil)
    #expect(found.warnings.isEmpty && found.animations.count == 1)
    #expect(found.frames.count == 6)
  }

  /// Boundaries are rounded, so errors do not add up.
  @Test func otherTimesAreRoundedAndTheErrorIsKnown() throws {
    let atlas = atlas((0..<6).map { ($0, 70) })
    let found = try read(.minecraft, atlas)
    #expect(
      steps(found, 0).map(\.delay)
        == [50, 100, 50, 100, 50, 50].map { .milliseconds($0) })
    #expect(
      try AtlasDataFormat.minecraft.errorOfTicks(of: atlas) == RationalTime.milliseconds(20))
  }

  @Test func framesShorterThanATickAreRefused() throws {
    let atlas = atlas((0..<6).map { ($0, 20) })
    let error = #expect(throws: AtlasWritingError.self) {
      try AtlasDataFormat.minecraft.checkTicks(of: atlas)
    }
    #expect(error?.remedy?.text(.options) == "use --schedule fps=20")
    try AtlasDataFormat.tiled.checkTicks(of: atlas)
  }

  /// A strip of squares needs only the duration, as in the game's own files.
  @Test func aPlainStripIsShort() throws {
    var atlas = atlas([(0, 150), (1, 150), (2, 150)])
    atlas.pages[0].size = PixelSize(width: 4, height: 12)
    for index in 0...2 {
      atlas.frames[index].rect = PixelRect(x: 0, y: 4 * index, width: 4, height: 4)
    }
    for index in 0...2 { atlas.frames[index].sourceSize = PixelSize(width: 4, height: 4) }
    #expect(
      try text(.minecraft, atlas) == """
        {
          "animation": {
            "frametime": 3
          }
        }

        """)
    #expect(
      steps(try read(.minecraft, atlas), 0).map(\.delay)
        == [150, 150, 150].map { .milliseconds($0) })
  }

  @Test(arguments: ["Walk.png", "a b.png", "walk@2x.png", "wälk.png"])
  func namesThatTheGameDoesNotFindAreRefused(name: String) {
    var atlas = atlas([(0, 50)])
    atlas.pages[0].image = name
    #expect(throws: AtlasWritingError.self) { try text(.minecraft, atlas) }
  }

  @Test func cellsOutsideAGridAreRefused() throws {
    var scattered = atlas([(0, 50), (1, 50), (5, 50)])
    scattered.frames[1].rect.x += 1
    let spaced = atlas([(0, 50), (1, 50)], spacing: 1)
    var uneven = atlas([(0, 50), (1, 50)])
    uneven.pages[0].size?.width += 1
    for format in [AtlasDataFormat.tiled, .tiledJSON, .minecraft] {
      #expect(throws: AtlasWritingError.cannotSay(.scattered, format: format)) {
        try text(format, scattered)
      }
    }
    for atlas in [spaced, uneven] {
      #expect(throws: AtlasWritingError.cannotSay(.gaps, format: .minecraft)) {
        try text(.minecraft, atlas)
      }
      #expect(throws: Never.self) { try text(.tiled, atlas) }
    }
  }
}
