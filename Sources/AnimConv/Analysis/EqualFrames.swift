internal import CLibrary
internal import Raster
internal import Reading

/// Frames with equal digests, compared pixel by pixel.
struct EqualFrames {
  /// For each frame that equals an earlier one, the first such frame.
  private(set) var originals: [Int: Int] = [:]

  private let source: any FrameSource
  private let shapings: [ShapingPlan]
  /// Bytes of images that may wait for their comparison.
  private let keptBytes: Int

  /// - Parameters:
  ///   - source: positioned at any frame, before and after.
  ///   - candidates: source frames with equal digests, in ascending order.
  ///   - keptBytes: bytes of images that may wait for their comparison; at least one waits in any
  ///     case.
  /// - Complexity: decodes the frames up to the last candidate once, and once more for every
  ///   `keptBytes` of frames that wait at the same time.
  init(
    _ source: any FrameSource, shapings: [ShapingPlan], candidates: [[Int]],
    keptBytes: Int = SequencePlayer.defaultBlockBytes, check: () throws -> Void
  ) throws {
    self.source = source
    self.shapings = shapings
    self.keptBytes = keptBytes
    var groups = candidates
    while !groups.isEmpty { groups = try compare(groups, check) }
  }

  /// Compares the frames of each group with its first.
  ///
  /// - Returns: groups that still have to be compared: those that had to wait, and those of frames
  ///   that differ from their group's first frame.
  private mutating func compare(
    _ groups: [[Int]], _ check: () throws -> Void
  ) throws -> [[Int]] {
    var groupOfFrame: [Int: Int] = [:]
    for (number, group) in groups.enumerated() {
      for frame in group { groupOfFrame[frame] = number }
    }
    let shapers = shapings.map(Shaper.init)
    var player = SequencePlayer(source)
    var waiting: [Int: [PixelBuffer]] = [:]
    var postponed: Set<Int> = []
    var unlike: [Int: [Int]] = [:]
    let bytes = shapings.reduce(0) { $0 + $1.output.area * 4 }
    for frame in groupOfFrame.keys.sorted() {
      let group = groupOfFrame[frame]!
      let first = groups[group][0]
      if frame == first, !waiting.isEmpty, (waiting.count + 1) * bytes > keptBytes {
        postponed.insert(group)
      }
      if postponed.contains(group) { continue }
      try check()
      let source = try player.frame(at: frame)
      let pictures = try shapers.map { try $0.shape(source).color.pixels }
      if frame == first {
        waiting[group] = pictures
      } else if zip(pictures, waiting[group]!).allSatisfy({ $0.hasPixels(of: $1) }) {
        originals[frame] = first
      } else {
        unlike[group, default: []].append(frame)
      }
      if frame == groups[group].last { waiting[group] = nil }
    }
    return postponed.sorted().map { groups[$0] } + unlike.values.filter { $0.count > 1 }
  }
}

extension PixelBuffer {
  /// Whether two images have the same size and pixels.
  func hasPixels(of other: PixelBuffer) -> Bool {
    size == other.size && memcmp(base, other.base, byteCount) == 0
  }
}
