internal import Raster

/// Compresses a frame's rectangle in several promising ways and keeps the smallest result.
///
/// Ways are compared by a fast compression, and only the winner is compressed well. This costs less
/// than compressing all of them well, and rarely changes the choice.
final class APNGFrameCompressor {
  /// A packed frame.
  struct Frame {
    /// A zlib stream of filtered rows.
    let stream: [UInt8]
    /// Whether it is drawn over the canvas.
    let blendsOver: Bool
  }

  /// A frame with rows ready for compression, in the best ways, the best first.
  struct Draft {
    fileprivate struct Way {
      let rows: PNGFilteredRows
      let blendsOver: Bool
      let byteCount: Int
    }

    fileprivate var ways: [Way] = []

    /// Bytes after fast compression, by which drafts are compared.
    var byteCount: Int { ways.first?.byteCount ?? .max }

    /// Whether the frame compresses well. Such frames also compress well at a fast level, and
    /// strategies differ most for them.
    fileprivate var packsWell: Bool { packs(8) }
    /// Whether fast compression hardly distinguishes the ways.
    fileprivate var packsVeryWell: Bool { packs(64) }

    private func packs(_ times: Int) -> Bool {
      ways.first.map { $0.byteCount < $0.rows.bytes.count / times } ?? false
    }

    fileprivate mutating func offer(_ way: Way) {
      let place = ways.firstIndex { way.byteCount < $0.byteCount } ?? ways.count
      ways.insert(way, at: place)
      if ways.count > 3 { ways.removeLast() }
    }
  }

  /// Strategies that are also tried for drawing over unchanged pixels: those that were best without
  /// such drawing.
  private static let likelyCount = 3

  private let format: PNGPixelFormat
  private let nothing: UInt32?
  private let packer: PNGRowPacker
  private let strategies: [PNGFilterStrategy]
  /// Whether ways are compared at all.
  private let isComparing: Bool
  private let triesEveryStay: Bool
  private let hasFavorites: Bool
  private var favorites: [PNGFilterStrategy] = []
  private var largeFrames = 0
  private let compressor: DeflateCompressor
  private let scout: DeflateCompressor
  private let zopfli: Zopfli?
  private let tick: () throws -> Void

  /// - Parameters:
  ///   - nothing: a pixel that leaves the canvas unchanged; nil if the format has none.
  ///   - effort: from 0, one way and a fast level, to 9, all ways and ``Zopfli`` if it is
  ///     installed.
  ///   - tick: called from time to time during compression.
  init(
    _ format: PNGPixelFormat, nothing: UInt32?, effort: Int, tick: @escaping () throws -> Void
  ) throws {
    self.format = format
    self.nothing = nothing
    self.tick = tick
    packer = PNGRowPacker(format)
    let isIndexed = format.usualFilter == .unfiltered
    strategies =
      switch effort {
      case ...1: [PNGFilterStrategy(format.usualFilter)]
      case ...3: isIndexed ? [.fixed(.none)] : [.fixed(.none), .fixed(.sub), .smallestSum]
      case ...4 where isIndexed: [.fixed(.none)]
      case ...6:
        [.fixed(.none), .fixed(.sub), .fixed(.up), .smallestSum, .leastEntropy, .fewestPairs]
      default:
        PNGRowFilter.allCases.map { .fixed($0) } + [.smallestSum, .leastEntropy, .fewestPairs]
      }
    isComparing = effort > 1
    triesEveryStay = effort > 3
    hasFavorites = effort < 5
    compressor = try DeflateCompressor(
      level: [1, 2, 6, 8, 12, 12, 12, 12, 12, 12][effort], recodes: effort > 1)
    scout =
      effort >= 8
      ? compressor : try DeflateCompressor(level: effort <= 3 ? 2 : effort <= 5 ? 4 : 6)
    zopfli = effort >= 9 ? .shared : nil
  }

  /// Prepares the rows of a frame in the smallest way.
  ///
  /// - Parameters:
  ///   - change: the difference between the picture and `base`.
  ///   - base: the previous canvas; nil for none.
  func draft(
    _ pixels: PixelBuffer, _ change: PictureChange, of base: PixelBuffer?
  ) throws -> Draft {
    if !isComparing {
      let over = change.pixels < change.rect.size.area / 2 ? drawable(base, change) : nil
      let rows = filtered(pixels, change.rect, over: over, .runs, strategies[0])
      return Draft(ways: [Draft.Way(rows: rows, blendsOver: over != nil, byteCount: 0)])
    }
    var draft = Draft()
    var counts: [PNGFilterStrategy: Int] = [:]
    func attempt(
      over base: PixelBuffer?, _ stays: UnchangedPixels, _ strategy: PNGFilterStrategy
    ) throws {
      let rows = filtered(pixels, change.rect, over: base, stays, strategy)
      let count = try scout.withStream(of: rows.bytes) { $0.count }
      counts[strategy] = min(count, counts[strategy] ?? .max)
      draft.offer(Draft.Way(rows: rows, blendsOver: base != nil, byteCount: count))
    }
    var tried = promising(change)
    for strategy in tried { try attempt(over: nil, .runs, strategy) }
    if tried.count < strategies.count, draft.packsWell {
      for strategy in strategies where !tried.contains(strategy) {
        try attempt(over: nil, .runs, strategy)
      }
      tried = strategies
    }
    try tick()
    // If almost no pixel is unchanged, nothing can be saved.
    if let base = drawable(base, change), change.pixels < change.rect.size.area / 16 * 15 {
      let likely = hasFavorites ? Array(ranked(counts).prefix(Self.likelyCount)) : tried
      for strategy in likely { try attempt(over: base, .runs, strategy) }
      if draft.ways.first?.blendsOver == true, triesEveryStay, let winner = ranked(counts).first {
        for stays in [UnchangedPixels.repeats, .none] { try attempt(over: base, stays, winner) }
      }
      try tick()
    }
    if tried.count == strategies.count { favorites = Array(ranked(counts).prefix(2)) }
    return draft
  }

  /// The strategies for a frame: for a large frame, usually those that were best when all were
  /// tried.
  private func promising(_ change: PictureChange) -> [PNGFilterStrategy] {
    if !hasFavorites || change.pixels < 1 << 14 { return strategies }
    defer { largeFrames += 1 }
    return favorites.isEmpty || largeFrames.isMultiple(of: 8) ? strategies : favorites
  }

  /// Strategies by compressed size, the smallest first; the first tried one if several are equal.
  private func ranked(_ counts: [PNGFilterStrategy: Int]) -> [PNGFilterStrategy] {
    strategies.filter { counts[$0] != nil }.sorted { counts[$0]! < counts[$1]! }
  }

  /// The canvas that a frame can be drawn over, if possible.
  private func drawable(_ base: PixelBuffer?, _ change: PictureChange) -> PixelBuffer? {
    nothing != nil && change.isOpaque ? base : nil
  }

  /// Whether the format holds the pixels of a rectangle exactly.
  func holds(_ pixels: PixelBuffer, in rect: PixelRect) -> Bool {
    let plane = PixelPlane(pixels)
    return (rect.y..<rect.maxY).allSatisfy {
      packer.holds(plane.row($0, from: rect.x), width: rect.width)
    }
  }

  /// Packs a draft.
  func frame(_ draft: Draft) throws -> Frame {
    var best: (way: Draft.Way, stream: [UInt8])?
    // If they were compared by the best compression, the first is the smallest.
    let isUncertain = scout !== compressor && draft.packsVeryWell
    for way in draft.ways.prefix(isUncertain ? draft.ways.count : 1) {
      try compressor.withStream(of: way.rows.bytes) { stream in
        if stream.count < best?.stream.count ?? .max { best = (way, Array(stream)) }
      }
    }
    guard let way = best?.way, var stream = best?.stream else {
      preconditionFailure("a draft has a way")
    }
    if let smaller = try zopfli?.zlibStream(way.rows.bytes, tick: tick),
      smaller.count < stream.count
    {
      stream = smaller
    }
    return Frame(stream: stream, blendsOver: way.blendsOver)
  }

  private func filtered(
    _ pixels: PixelBuffer, _ rect: PixelRect, over base: PixelBuffer?, _ stays: UnchangedPixels,
    _ strategy: PNGFilterStrategy
  ) -> PNGFilteredRows {
    let rows = PNGFilteredRows(rect.size, format, strategy: strategy)
    let plane = PixelPlane(pixels)
    let before = base.map { PixelPlane($0) }
    var packed = [UInt8](repeating: 0, count: format.bytesPerRow(width: rect.width))
    var patch = PatchRows(width: rect.width, stays, nothing: nothing ?? 0)
    for y in rect.y..<rect.maxY {
      let new = plane.row(y, from: rect.x)
      packed.withUnsafeMutableBufferPointer { bytes in
        if let old = before?.row(y, from: rect.x) {
          patch.withNext(new, over: old) {
            packer.pack($0, width: rect.width, into: bytes.baseAddress!)
          }
        } else {
          packer.pack(new, width: rect.width, into: bytes.baseAddress!)
        }
        rows.append(UnsafeRawBufferPointer(bytes))
      }
    }
    return rows
  }
}
