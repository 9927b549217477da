/// The place of pixels or tiles in the file.
struct AsepriteStored: Hashable {
  let offset: Int64
  let byteCount: Int
  let isCompressed: Bool
}

/// The content of one layer in one frame, and its place. It is compact, because a survey stores one
/// for each.
struct AsepriteCel: Hashable {
  let layer: UInt16
  let x: Int16
  let y: Int16
  /// The number of places by which it moves up (negative: down) among the layers of its frame.
  let order: Int16
  let opacity: UInt8
  /// The number of its content, which linked cels share.
  let content: Int32
}

/// What a cel shows.
enum AsepriteContent {
  case image(AsepriteImage)
  case tiles(AsepriteTileMap)

  /// In pixels or in tiles.
  var height: Int {
    switch self {
    case .image(let image): image.height
    case .tiles(let map): map.height
    }
  }

  /// Pixels or tiles of a row.
  var width: Int {
    switch self {
    case .image(let image): image.width
    case .tiles(let map): map.width
    }
  }
}

/// Pixels, row by row.
struct AsepriteImage {
  let width: Int
  let height: Int
  let stored: AsepriteStored
}

/// Numbers of tiles, row by row.
struct AsepriteTileMap {
  let width: Int
  let height: Int
  /// Bytes of a tile number: 1, 2 or 4.
  let bytesPerTile: Int
  let numberMask: UInt32
  let flipXMask: UInt32
  let flipYMask: UInt32
  /// Exchanges x and y.
  let diagonalMask: UInt32
  let stored: AsepriteStored
}

/// Small images of one size, stacked vertically.
struct AsepriteTileset {
  let name: String
  let width: Int
  let height: Int
  let count: Int
  /// Whether tile 0 is the empty one; in beta versions it is the last number.
  let startsEmpty: Bool
  /// Nil if the tiles are in another file.
  let stored: AsepriteStored?

  /// Bytes of all tiles, limited by deflate's largest ratio of 1032.
  func byteCount(_ depth: AsepriteHeader.Depth) -> Int {
    min(width * height * count * depth.byteCount, ((stored?.byteCount ?? 0) + 1) * 1032)
  }
}

/// One frame.
struct AsepriteFrameRecord {
  /// Milliseconds.
  let delay: Int
  /// The range of its cels in the survey, by layer from the bottom.
  let cels: Range<Int>
  let palette: Int
  let byteCount: Int64
}
