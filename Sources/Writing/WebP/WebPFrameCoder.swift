internal import Raster

/// Finds the cheapest way to show the next frame.
final class WebPFrameCoder {
  /// A candidate for a stored frame.
  struct Choice {
    /// The stored image; nil if nothing has to be drawn.
    var picture: CodedWebP?
    /// The decoded image; nil like ``picture``.
    var patch: WebPPatch?
    var changes: WebPChanges
    /// The rectangle of the previous frame that becomes transparent at its end.
    var clearing: PixelRect

    var byteCount: Int { picture?.file.count ?? 0 }
  }

  private let settings: WebPSettings
  private let screen: WebPScreen
  private let tolerance: WebPTolerance
  private var ways: WebPWays
  /// Whether the current frame is kept like a drawing.
  private var isDrawing = false

  init(_ settings: WebPSettings, _ screen: WebPScreen) {
    self.settings = settings
    self.screen = screen
    tolerance = settings.mode == .lossless ? .none : WebPTolerance(quality: settings.quality)
    ways = WebPWays(settings.mode)
  }

  /// - Parameter previous: the rectangle of the previous frame; nil if it cannot be cleared.
  /// - Throws: ``WritingError``.
  func choose(_ frame: CanvasFrame, previous: PixelRect?) throws -> Choice {
    isDrawing = isFlat(frame, PixelRect(screen.size))
    // In a drawing every difference is visible, and omitting it costs more than it saves.
    let tolerance = isDrawing ? .none : tolerance
    let changes = screen.changes(to: frame, tolerance)
    // Pixels that become transparent, even partly, cannot be blended with the canvas.
    if let previous, !changes.canBlend {
      let others = screen.changes(to: frame, tolerance, clearing: previous)
      let (area, other) = (changes.pixelRect.size.area, others.pixelRect.size.area)
      if settings.triesAll {
        let one = try code(frame, changes, clearing: .empty)
        let two = try code(frame, others, clearing: previous)
        return two.byteCount < one.byteCount ? two : one
      }
      if other * 20 < area * 19 { return try code(frame, others, clearing: previous) }
    }
    return try code(frame, changes, clearing: .empty)
  }

  /// The whole image of a file with a single one.
  ///
  /// - Throws: ``WritingError``.
  func still(_ frame: CanvasFrame) throws -> Choice {
    isDrawing = isFlat(frame, PixelRect(screen.size))
    var changes = screen.changes(to: frame, tolerance)
    changes.blockRect = PixelRect(screen.size)
    changes.pixelRect = changes.blockRect
    changes.canBlend = false
    return try compare(frame, changes, clearing: .empty)
  }

  private func code(
    _ frame: CanvasFrame, _ changes: WebPChanges, clearing: PixelRect
  ) throws -> Choice {
    if changes.neededCount == 0 {
      return Choice(picture: nil, patch: nil, changes: changes, clearing: clearing)
    }
    return try compare(frame, changes, clearing: clearing)
  }

  private func compare(
    _ frame: CanvasFrame, _ changes: WebPChanges, clearing: PixelRect
  ) throws -> Choice {
    // Loss is visible in drawings, and pixels that it damages around a change must be drawn again.
    if isFlat(frame, changes.pixelRect) {
      let exact = try lossless(frame, changes, clearing, within: nil)!
      // A gradient also has equal neighbours, but needs many bits.
      if exact.byteCount * 8 < changes.pixelRect.size.area { return exact }
      let lossy = try lossy(frame, changes, clearing)
      return exact.byteCount <= WebPWays.worth(lossy.byteCount, isFlat: true) ? exact : lossy
    }
    let blocks = changes.neededCount
    switch ways.known(blocks: blocks) {
    case .lossy: return try lossy(frame, changes, clearing)
    case .lossless: return try lossless(frame, changes, clearing, within: nil)!
    case nil: break
    }
    let lossy = try lossy(frame, changes, clearing)
    let limit = WebPWays.worth(lossy.byteCount, isFlat: isDrawing)
    guard let lossless = try lossless(frame, changes, clearing, within: limit) else {
      ways.note(.lossy, lossy: lossy.byteCount, lossless: lossy.byteCount * 2, blocks: blocks)
      return lossy
    }
    let wins = lossless.byteCount <= limit
    ways.note(
      wins ? .lossless : .lossy, lossy: lossy.byteCount, lossless: lossless.byteCount,
      blocks: blocks)
    return wins ? lossless : lossy
  }

  /// Whether a rectangle is a drawing; always false if the mode does not depend on it.
  private func isFlat(_ frame: CanvasFrame, _ rect: PixelRect) -> Bool {
    guard settings.mode == .auto else { return false }
    var content = FlatContent()
    content.count(frame.pixels, in: rect)
    return content.isFlat
  }

  private func lossy(
    _ frame: CanvasFrame, _ changes: WebPChanges, _ clearing: PixelRect
  ) throws -> Choice {
    let rect = changes.blockRect
    let leavesOut = changes.canBlend && leavesBlocksOut(changes)
    let coded: CodedWebP
    if leavesOut {
      let pixels = screen.patch(
        rect, of: frame, changes, clearing: clearing, wholeBlocks: true)
      var coding = settings.lossy
      coding.keepsHidden = true
      coded = try encode(pixels, rect.size, coding)
    } else {
      coded = try encode(frame, rect, settings.lossy)
    }
    var shown = [UInt32](repeating: 0, count: rect.size.area)
    try shown.withUnsafeMutableBufferPointer { try coded.decode(into: $0) }
    return Choice(
      picture: coded,
      patch: WebPPatch(
        rect: rect, pixels: shown, blendsOver: leavesOut && coded.hasAlpha, leavesOut: leavesOut),
      changes: changes, clearing: clearing)
  }

  /// Whether an image with holes is probably smaller; always true if the shown content would change
  /// although the wanted content does not.
  private func leavesBlocksOut(_ changes: WebPChanges) -> Bool {
    let (side, rect) = (WebPScreen.side, changes.blockRect)
    var (kept, similar) = (0, 0)
    for row in rect.y / side...(rect.maxY - 1) / side {
      for column in rect.x / side...(rect.maxX - 1) / side {
        switch changes.states[row * screen.columns + column] {
        case .unchanged: kept += 1
        case .similar: similar += 1
        case .needed: break
        }
      }
    }
    return kept > 0 || similar * 40 > changes.neededCount
  }

  /// - Parameter within: a number of bytes; the result is nil if clearly more are needed.
  private func lossless(
    _ frame: CanvasFrame, _ changes: WebPChanges, _ clearing: PixelRect, within limit: Int?
  ) throws -> Choice? {
    let rect = changes.pixelRect.evenOrigin
    let hasHoles =
      changes.canBlend
      && rect.size.area > changes.neededCount * WebPScreen.side * WebPScreen.side
        - changes.keptCount
    // An image without holes would change unchanged content.
    let isWhole = !changes.canBlend || !hasHoles || screen.isExact
    let pixels =
      changes.canBlend && (hasHoles || !isWhole)
      ? screen.patch(rect, of: frame, changes, clearing: clearing, wholeBlocks: false) : nil
    var ways: [[UInt32]?] = []
    if let pixels { ways.append(pixels) }
    if isWhole { ways.append(nil) }
    if ways.count > 1, !settings.triesBoth { ways.removeLast() }
    if limit != nil || (ways.count > 1 && !settings.triesAll) {
      let probes = try ways.map { try encode($0, frame, rect, settings.probe).file.count }
      if let limit, probes.min()! > limit * 2 { return nil }
      if ways.count > 1, !settings.triesAll { ways = [ways[probes[0] <= probes[1] ? 0 : 1]] }
    }
    let coded = try ways.map { (way: $0, picture: try encode($0, frame, rect, settings.lossless)) }
    let best = coded.min { $0.picture.file.count < $1.picture.file.count }!
    return Choice(
      picture: best.picture,
      patch: WebPPatch(
        rect: rect, pixels: best.way ?? crop(frame, rect), blendsOver: best.way != nil,
        leavesOut: best.way != nil),
      changes: changes, clearing: clearing)
  }

  private func encode(
    _ patch: [UInt32]?, _ frame: CanvasFrame, _ rect: PixelRect, _ coding: WebPCoding
  ) throws -> CodedWebP {
    if let patch { return try encode(patch, rect.size, coding) }
    return try encode(frame, rect, coding)
  }

  private func encode(
    _ frame: CanvasFrame, _ rect: PixelRect, _ coding: WebPCoding
  ) throws -> CodedWebP {
    try coding.encode(PixelPlane(frame.pixels).moved(x: rect.x, y: rect.y), rect.size)
  }

  private func encode(
    _ patch: [UInt32], _ size: PixelSize, _ coding: WebPCoding
  ) throws -> CodedWebP {
    try patch.withUnsafeBufferPointer {
      try coding.encode(PixelPlane($0, width: size.width), size)
    }
  }

  private func crop(_ frame: CanvasFrame, _ rect: PixelRect) -> [UInt32] {
    let plane = PixelPlane(frame.pixels)
    return [UInt32](unsafeUninitializedCapacity: rect.size.area) { pixels, count in
      for y in 0..<rect.height {
        (pixels.baseAddress! + y * rect.width).initialize(
          from: plane.row(rect.y + y, from: rect.x), count: rect.width)
      }
      count = rect.size.area
    }
  }
}

extension PixelRect {
  /// The same rectangle, starting a pixel earlier at odd coordinates, because WebP stores halves.
  fileprivate var evenOrigin: PixelRect {
    PixelRect(x: x & ~1, y: y & ~1, width: width + (x & 1), height: height + (y & 1))
  }
}
