internal import Raster

/// How many pictures an encoder may keep to look ahead.
///
/// Looking ahead makes smaller files, and holds pictures: 40 of 4096 x 4096 take more than a
/// gigabyte. So it is shortened where pictures are large, by their size alone, that every machine
/// writes the same bytes.
enum LookAhead {
  /// Bytes of pictures waiting in an encoder.
  private static let budget = 112 << 20
  /// Tenths of a byte that an encoder keeps for a pixel: 4:2:0, half-size copies, motion vectors.
  private static let tenthsPerPixel = 24

  /// At least 4; beyond what any encoder asks for up to 1280 x 720, 23 for 1920 x 1080.
  static func frames(for size: PixelSize) -> Int {
    max(4, budget * 10 / (size.area * tenthsPerPixel))
  }

  /// What x264 looks ahead in a preset of its own.
  static func ofX264(preset: String) -> Int {
    switch preset {
    case "ultrafast", "superfast": 0
    case "veryfast": 10
    case "faster": 20
    case "fast": 30
    case "medium": 40
    case "slow": 50
    default: 60
    }
  }

  /// What x265 looks ahead in a preset of its own.
  static func ofX265(preset: String) -> Int {
    switch preset {
    case "ultrafast": 5
    case "superfast": 10
    case "veryfast", "faster", "fast": 15
    case "medium": 20
    case "slow": 25
    case "slower", "veryslow": 40
    default: 60
    }
  }
}
