internal import Raster
internal import Stages
internal import TextFormats

/// A drawing surface: an image, or the canvas of a group.
struct AsepriteSurface {
  let base: UnsafeMutablePointer<UInt32>
  /// Pixels from row to row.
  let stride: Int
  let size: PixelSize
}

/// Draws the frames of an Aseprite file: every cel is decompressed while it is drawn.
///
/// Memory holds a row of a cel, the current tilesets, and a canvas for each level of separately
/// composed groups.
final class AsepriteComposer {
  /// The largest number of bytes of tiles that are cached in addition to the current ones.
  static let tileBudget = 64 << 20

  let survey: AsepriteSurvey
  let reader: ByteReader
  /// Reports damage: the frame, its offset, and the problem.
  var report: (_ frame: Int, _ offset: Int64, _ detail: String) throws -> Void = { _, _, _ in }
  private var tiles: [Int: AsepriteTiles] = [:]
  private var groupCanvases: [MappedRows] = []
  var samples: [UInt8] = []
  var row: [UInt32] = []

  init(_ survey: AsepriteSurvey, _ reader: ByteReader) {
    self.survey = survey
    self.reader = reader
  }

  /// Composes a frame.
  ///
  /// - Parameter surface: transparent.
  /// - Throws: ``ReadingError``.
  func draw(_ frame: Int, on surface: AsepriteSurface) throws {
    let palette = survey.palettes[survey.frames[frame].palette]
    let drawing = Drawing(
      frame: frame, colors: AsepriteColors(survey.header, palette),
      order: AsepriteOrder(frame, of: survey))
    fillBackground(surface, palette)
    for cel in survey.cels(of: frame) {
      let layer = survey.layers.all[Int(cel.layer)]
      if layer.isBackground, layer.isDrawn { try draw(cel, drawing, on: surface) }
    }
    try draw(group: nil, depth: 0, drawing, on: surface)
  }

  /// Properties that do not change within a frame.
  struct Drawing {
    let frame: Int
    let colors: AsepriteColors
    let order: AsepriteOrder
  }

  /// With an indexed background, undrawn pixels have the colour of the transparent index.
  private func fillBackground(_ surface: AsepriteSurface, _ palette: AsepritePalette) {
    let header = survey.header
    guard header.depth == .indexed, !survey.layers.backgrounds.isEmpty,
      header.transparentIndex < palette.colors.count
    else { return }
    let color = palette.colors[header.transparentIndex].littleEndian
    for y in 0..<surface.size.height {
      (surface.base + y * surface.stride).update(repeating: color, count: surface.size.width)
    }
  }

  private func draw(
    group: Int?, depth: Int, _ drawing: Drawing, on surface: AsepriteSurface
  ) throws {
    for item in drawing.order.items(in: group) {
      switch item {
      case .cel(let index): try draw(survey.cels[index], drawing, on: surface)
      case .group(let number): try drawApart(number, depth: depth, drawing, on: surface)
      }
    }
  }

  /// Composes a group on its own canvas, then draws it like one layer.
  private func drawApart(
    _ number: Int, depth: Int, _ drawing: Drawing, on surface: AsepriteSurface
  ) throws {
    let group = survey.layers.all[number]
    let size = surface.size
    if depth == groupCanvases.count { groupCanvases.append(try MappedRows(count: size.area)) }
    let canvas = AsepriteSurface(
      base: groupCanvases[depth].base, stride: size.width, size: size)
    canvas.base.update(repeating: 0, count: size.area)
    try draw(group: number, depth: depth + 1, drawing, on: canvas)
    for y in 0..<size.height {
      AsepriteColor.draw(
        canvas.base + y * size.width, over: surface.base + y * surface.stride, count: size.width,
        opacity: group.opacity, mode: group.mode)
    }
  }

  private func draw(_ cel: AsepriteCel, _ drawing: Drawing, on surface: AsepriteSurface) throws {
    let layer = survey.layers.all[Int(cel.layer)]
    let brush = AsepriteBrush(
      x: Int(cel.x), y: Int(cel.y), opacity: scaled(Int32(cel.opacity), layer.opacity),
      mode: layer.mode, drawing: drawing, surface: surface)
    switch survey.contents[Int(cel.content)] {
    case .image(let image): try draw(image, brush)
    case .tiles(let map):
      guard case .tilemap(let number) = layer.kind else { return }
      guard let tiles = try tiles(of: number, drawing.frame) else {
        return try report(
          drawing.frame, map.stored.offset,
          "the layer \(quoted(layer.name)) uses a tileset that is missing")
      }
      try draw(map, tiles, brush)
    }
  }

  /// Decompressed on first use; others are evicted if there are too many.
  private func tiles(of number: Int, _ frame: Int) throws -> AsepriteTiles? {
    if let known = tiles[number] { return known }
    guard let set = survey.tilesets[number] else { return nil }
    let kept = tiles.values.reduce(0) { $0 + $1.byteCount }
    if kept + set.byteCount(survey.header.depth) > Self.tileBudget { tiles = [:] }
    let made = try AsepriteTiles(set, survey.header, reader)
    if made.isShort, let stored = set.stored {
      try report(
        frame, stored.offset,
        "the tileset \(quoted(set.name)) is damaged after \(made.byteCount) bytes; the other tiles "
          + "are empty")
    }
    tiles[number] = made
    return made
  }
}
