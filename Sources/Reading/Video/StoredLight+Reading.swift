internal import Libav

extension StoredLight {
  /// - Parameters:
  ///   - color: of a video whose dynamic range is kept.
  ///   - orientation: the rotation that is applied to its pictures.
  init(_ color: VideoColor, _ facts: ClipDemuxer.Facts, _ orientation: PictureOrientation) {
    self.init(
      name: color.light.transfer.name,
      tags: ColorTags(
        matrix: .number(Self.matrix(facts.color.matrix)),
        transfer: .number(color.light.transfer == .pq ? 16 : 18),
        primaries: .number(Self.primaries(facts.color.primaries)),
        isLimitedRange: !color.isFullRange,
        chromaLocation: .number(orientation.turned(chromaLocation: facts.chromaLocation))),
      metadata: facts.light)
  }

  /// By ITU-T H.273. Unknown matrices count as BT.2020's, as in tone mapping.
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
}
