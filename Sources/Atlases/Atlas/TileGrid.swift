internal import Raster

/// Equal tiles on an image, row by row.
struct TileGrid {
  /// The size of a tile; both sides at least 1.
  var tile: PixelSize
  /// Pixels before the first tile.
  var margin = PixelSize(width: 0, height: 0)
  /// The distance from one tile to the next; at least the size of a tile.
  var pitch: PixelSize
  /// The number of tiles; nil on overflow.
  let columns: Int
  let rows: Int

  /// As many whole tiles as fit.
  init(tile: PixelSize, on picture: PixelSize) {
    self.init(
      tile: tile, margin: PixelSize(width: 0, height: 0), pitch: tile,
      columns: picture.width / tile.width, rows: picture.height / tile.height)
  }

  init(tile: PixelSize, margin: PixelSize, pitch: PixelSize, columns: Int, rows: Int) {
    self.tile = tile
    self.margin = margin
    self.pitch = pitch
    self.columns = columns
    self.rows = rows
  }

  /// At most as many as the image has pixels.
  var count: Int { columns * rows }

  /// The place of a tile; nil if there is none with this number.
  func frame(_ number: Int64, name: String) -> AtlasBuilder.RawFrame? {
    guard 0..<Int64(count) ~= number else { return nil }
    let (row, column) = Int(number).quotientAndRemainder(dividingBy: columns)
    return AtlasBuilder.RawFrame(
      name: name, x: Int64(margin.width + column * pitch.width),
      y: Int64(margin.height + row * pitch.height), width: Int64(tile.width),
      height: Int64(tile.height))
  }

  /// The number of tiles of a length along a side.
  ///
  /// - Parameters: untrusted numbers, at most 2³¹: the margin before the first tile, which also
  ///   applies after the last one if that leaves no remainder, and the gap between tiles.
  static func count(along side: Int, tile: Int, margin: Int, spacing: Int) -> Int {
    max(0, (side - margin + spacing) / (tile + spacing))
  }
}

extension PixelSize {
  /// A size from a file; nil unless both sides are from 1 to 65,535.
  init?(tile width: Int64?, _ height: Int64?) {
    guard let width, let height, 1...65_535 ~= width, 1...65_535 ~= height else { return nil }
    self.init(width: Int(width), height: Int(height))
  }
}
