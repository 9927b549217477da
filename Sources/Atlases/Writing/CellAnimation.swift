package import AnimTiming
internal import Raster
internal import Stages

/// A named list of cells by number, with whole ticks for each step.
struct CellAnimation {
  var name: String
  /// One or more.
  var steps: [Step]

  struct Step: Hashable {
    var cell: Int
    /// At least 1.
    var ticks: Int64
  }
}

extension SheetDescription {
  /// The grid of the frames, for formats that count cells.
  ///
  /// - Throws: ``AtlasWritingError/cannotSay(_:format:)``.
  func grid() throws -> CellGrid {
    guard let grid = CellGrid(atlas) else {
      throw AtlasWritingError.cannotSay(.scattered, format: format)
    }
    return grid
  }

  /// The animations in ticks of the format; all frames in order if it holds only one.
  ///
  /// - Throws: ``AtlasWritingError``, also for frames that are shorter than half a tick.
  func cellAnimations(on grid: CellGrid) throws -> [CellAnimation] {
    let unit = format.capabilities.tick ?? .milliseconds
    func cells(_ name: String, _ indices: [Int], _ timeline: AnimationTimeline) throws
      -> CellAnimation
    {
      let times = try rescaled(timeline, to: unit)
      return CellAnimation(
        name: name,
        steps: zip(indices, times.durations).map { index, ticks in
          // Every frame is a cell of its own grid.
          CellAnimation.Step(cell: grid.number(of: atlas.frames[index].rect) ?? 0, ticks: ticks)
        })
    }
    guard format.capabilities.animations != .none else {
      return [try cells(baseName, Array(atlas.frames.indices), try times())]
    }
    return try animations().map { try cells($0.name, $0.indices, $0.timeline) }
  }
}

extension AtlasDataFormat {
  /// The frames and lists that a reader finds in an atlas whose format counts cells: a frame for
  /// each cell, and lists of them with their times.
  ///
  /// - Parameter baseName: as for ``AtlasWriter``.
  /// - Throws: ``AtlasWritingError``.
  package func cells(of atlas: Atlas, baseName: String) throws -> Atlas {
    let sheet = try SheetDescription(
      atlas, format: self, baseName: baseName, stem: "", fileNames: [])
    let grid = try sheet.grid()
    let animations = try sheet.cellAnimations(on: grid)
    // If cells cover the page, cells that have no frame are counted as well.
    let used =
      capabilities.grid == .gapless
      ? Array(0..<grid.count) : Set(animations.flatMap { $0.steps.map(\.cell) }).sorted()
    var kept = atlas
    (kept.tags, kept.animations, kept.plays) = ([], [], nil)
    kept.frames = used.map {
      AtlasFrame(name: "\($0)", page: 0, rect: grid.rect(of: $0), sourceSize: grid.cell)
    }
    let places = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
    let unit = capabilities.tick ?? .milliseconds
    for animation in animations {
      let list = AtlasAnimation(
        name: animation.name, indices: animation.steps.compactMap { places[$0.cell] },
        delays: animation.steps.map { .declared(ticks: $0.ticks, timebase: unit) },
        plays: .forever)
      kept.animations.append(list)
      kept.fillDelays(from: list)
    }
    return kept
  }

  /// Refuses frames that are too short for the unit of the format.
  ///
  /// - Throws: ``AtlasWritingError``.
  package func checkTicks(of atlas: Atlas) throws {
    guard let tick = capabilities.tick else { return }
    let sheet = try SheetDescription(atlas, format: self, baseName: "", stem: "", fileNames: [])
    _ = try sheet.times(in: tick)
  }

  /// The largest distance between a boundary of frames and the same boundary in whole ticks of the
  /// format; nil if its times are exact.
  ///
  /// - Throws: ``AtlasWritingError``.
  package func errorOfTicks(of atlas: Atlas) throws -> RationalTime? {
    guard let tick = capabilities.tick else { return nil }
    let sheet = try SheetDescription(atlas, format: self, baseName: "", stem: "", fileNames: [])
    let (exact, rounded) = (try sheet.times(), try sheet.times(in: tick))
    let errors = try exact.boundaries.indices.map { index in
      let (a, b) = (
        try RationalTime(ticks: exact.boundaries[index], timebase: exact.timebase),
        try RationalTime(ticks: rounded.boundaries[index], timebase: tick)
      )
      return try a < b ? b.subtracting(a) : a.subtracting(b)
    }
    let largest = errors.max() ?? .zero
    return largest > .zero ? largest : nil
  }
}
