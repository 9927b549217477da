internal import Libav

extension StoredLight {
  /// - Parameters:
  ///   - color: of a video whose range is kept.
  ///   - orientation: what is done to its pictures.
  init(_ color: VideoColor, _ facts: ClipDemuxer.Facts, _ orientation: PictureOrientation) {
    self.init(
      name: color.light.transfer.name,
      tags: ColorTags(
        matrix: .number(Self.matrix(facts.color.matrix)),
        transfer: .number(color.light.transfer == .pq ? 16 : 18),
        primaries: .number(Self.primaries(facts.color.primaries)),
        isLimitedRange: !color.isFullRange,
        chromaLocation: .number(Self.location(facts.chromaLocation, orientation))),
      metadata: facts.light)
  }

  /// By ITU-T H.273; what is not known is BT.2020's, as in what is tone-mapped.
  private static func matrix(_ name: String) -> UInt32 {
    switch name {
    case "bt709": 1
    case "fcc": 4
    case "bt470bg": 5
    case "smpte170m": 6
    case "smpte240m": 7
    case "bt2020c": 10
    default: 9
    }
  }

  private static func primaries(_ name: String) -> UInt32 {
    switch name {
    case "bt709": 1
    case "bt470m": 4
    case "bt470bg": 5
    case "smpte170m": 6
    case "smpte240m": 7
    case "film": 8
    case "smpte428": 10
    case "smpte431": 11
    case "smpte432": 12
    default: 9
    }
  }

  /// Where chroma lies in turned pictures: in FFmpeg's numbers, which are 1 for left, 2 for the middle, 3
  /// for the upper left, 4 for above and 6 for below; 0 where none says it.
  private static func location(_ stored: UInt32, _ orientation: PictureOrientation) -> UInt32 {
    // From the middle of four pixels, rightward and downward.
    let offsets: [(x: Int, y: Int)] = [(-1, 0), (0, 0), (-1, -1), (0, -1), (-1, 1), (0, 1)]
    guard (1...6).contains(stored) else { return 0 }
    var (x, y) = offsets[Int(stored) - 1]
    if orientation.isMirrored { x = -x }
    for _ in 0..<orientation.quarterTurns { (x, y) = (-y, x) }
    return UInt32((offsets.firstIndex { $0 == (x, y) } ?? -1) + 1)
  }
}
