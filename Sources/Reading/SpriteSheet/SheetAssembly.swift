package import AnimTiming
internal import Atlases
package import Messages
package import OutputFiles
package import Raster
package import Stages

/// Combines cells, pages and durations into a source.
package struct SheetAssembly {
  package var kind: InputKind
  package var canvas: PixelSize
  /// One for each frame, in play order.
  package var cells: [SheetCell]
  package var pictures: [Picture]
  /// One for each frame, or empty if the data has none.
  package var delays: [Delay] = []
  var plays = LoopCount.forever
  var declaresPlays = false
  var byteCount: Int64?
  var notes: [ConversionMessage] = []
  var warnings: [ReadingWarning] = []
  /// Whether the image belongs to an imageset.
  var isImageSet = false
  /// The tags and animations of the frames.
  var named = NamedAnimations()
  /// The selectable animations of the input.
  var animations: [ListedAnimation] = []

  package init(
    kind: InputKind, canvas: PixelSize, cells: [SheetCell], pictures: [Picture],
    delays: [Delay] = [], plays: LoopCount = LoopCount.forever, declaresPlays: Bool = false,
    byteCount: Int64? = nil, notes: [ConversionMessage] = [], warnings: [ReadingWarning] = [],
    isImageSet: Bool = false
  ) {
    self.kind = kind
    self.canvas = canvas
    self.cells = cells
    self.pictures = pictures
    self.delays = delays
    self.plays = plays
    self.declaresPlays = declaresPlays
    self.byteCount = byteCount
    self.notes = notes
    self.warnings = warnings
    self.isImageSet = isImageSet
  }

  package struct Picture {
    package var rows: any PictureRows
    var isPremultiplied = false
    /// Its path; nil for memory.
    var file: FileStatus?

    package init(rows: any PictureRows, isPremultiplied: Bool = false, file: FileStatus? = nil) {
      self.rows = rows
      self.isPremultiplied = isPremultiplied
      self.file = file
    }
  }

  /// - Throws: ``ReadingError``: limitExceeded and, if damage is not tolerated, damaged.
  package func source(options: ReadingOptions) throws -> SheetSource {
    let limits = options.limits
    guard !cells.isEmpty else { throw ReadingError.noFrames }
    try limits.check(canvas: canvas)
    try limits.check(frames: cells.count, on: canvas)
    var list = WarningList(isStrict: options.isStrict)
    for warning in pictures.flatMap(\.rows.warnings) + warnings { try list.report(warning) }

    let rate = options.frameRate ?? ReadingOptions.defaultFrameRate
    let given = delays.isEmpty ? cells.map { _ in Delay.missing } : delays
    let missing = given.count { $0 == .missing }
    let rated = Delay.declared(ticks: 1, timebase: rate.timebase)
    let delays =
      options.frameRate == nil
      ? given.map { $0 == .missing ? rated : $0 } : given.map { _ in rated }
    var notes = notes
    if options.frameRate != nil {
      notes.append("\(rate) frames per second, from \(.fps)")
    } else if missing > 0 {
      notes.append(
        "\(missing == cells.count ? "the frames have" : "\(missing) frames have") no delay and "
          + "play at \(rate) frames per second; \(.fps) chooses another rate")
    }
    var info = SourceInfo(
      kind: kind, size: canvas,
      frames: delays.map {
        SourceInfo.Frame(
          delay: $0, rect: PixelRect(canvas), disposal: .keep,
          blend: .source)
      },
      plays: plays, declaresPlays: declaresPlays, alpha: alpha,
      defaultPolicy: .verbatim(zeroDelay: rate.frameDuration), byteCount: byteCount,
      warnings: list.warnings, notes: notes)
    info.isImageSet = isImageSet
    info.named = named
    info.animations = animations
    return SheetSource(
      info, cells: cells, pages: pages(limits: limits), files: pictures.compactMap(\.file),
      options: options)
  }

  private var alpha: SourceInfo.AlphaPresence {
    if cells.contains(where: { !$0.above.isEmpty }) { return .possible }
    if cells.contains(where: { $0.visible != PixelRect(canvas) }) { return .present }
    return pictures.contains(where: \.rows.hasTransparency) ? .possible : .absent
  }

  func pages(limits: ReadingLimits) -> [SheetPage] {
    let isDownward = goesDownward
    var heights = [Int](repeating: 1, count: pictures.count)
    for cell in cells {
      for part in [cell] + cell.above.map(\.cell) {
        heights[part.page] = max(heights[part.page], part.rect.height)
      }
    }
    var memory = SheetPage.memoryBudget
    return zip(pictures, heights).map { picture, height in
      let page = SheetPage(
        picture.rows, isPremultiplied: picture.isPremultiplied, bandHeight: height,
        isDownward: isDownward, memory: memory, limits: limits)
      memory -= page.keptBytes
      return page
    }
  }

  /// Whether frames are on the pages in play order from the top, so that earlier pages can be
  /// released.
  private var goesDownward: Bool {
    var visited: Set<Int> = []
    var page = -1
    var y = 0
    if cells.contains(where: { !$0.above.isEmpty }) { return false }
    for cell in cells where !cell.rect.isEmpty {
      if cell.page != page {
        guard visited.insert(cell.page).inserted else { return false }
        page = cell.page
        y = 0
      }
      guard cell.rect.y >= y else { return false }
      y = cell.rect.y
    }
    return true
  }
}
