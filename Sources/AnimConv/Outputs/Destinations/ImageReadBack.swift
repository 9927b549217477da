internal import AnimTiming
internal import Raster
internal import Reading
internal import Stages
internal import SystemPackage
internal import Writing

/// Opens a written image with the general reader, decodes every frame, and compares pixels, timing
/// and loop count with the plan.
struct ImageReadBack {
  let plan: Conversion.Plan
  /// The expected survey.
  let kind: InputKind
  let size: PixelSize
  let plays: LoopCount
  /// The stored durations of a frame: a long frame continues in others that draw nothing. They are
  /// made when needed, so that they take no memory for every frame.
  let parts: (Int) throws -> [RationalTime]
  /// For each frame as it must be shown; empty if the output is lossy.
  let digests: [FrameDigest]
  /// Bits of a sample that the digests cover.
  var depth = 8
  /// Whether the file stores durations and a loop count; pages have none.
  var isTimed = true
  /// Whether some pixel must be transparent.
  var expectsTransparency = false

  /// - Throws: ``ReadBackError``.
  /// - Complexity: decodes every frame once.
  func check(_ path: FilePath, _ isCancelled: () throws -> Void) throws {
    do {
      var options = ReadingOptions()
      options.limits = .unlimited
      options.sheet.use = .never
      let source = try openSource(.path(path), options: options)
      try checkHeaders(source.info)
      try checkTimes(source.info)
      if depth > 8 {
        try expect("bits a sample", "\(depth)", "\(source.info.sampleDepth)")
        (source as? any WideSource)?.handsOnWide = true
      }
      try checkPixels(source, isCancelled)
    } catch let error as ReadBackError {
      throw error
    } catch let error as any StageFailure {
      throw ReadBackError.unreadable(reason: error.reason)
    }
  }

  private func checkHeaders(_ info: SourceInfo) throws {
    try expect("the kind", kind.name, info.kind.name)
    try expect("the size", "\(size)", "\(info.size)")
    let frames = try (0..<plan.frameCount).reduce(0) { try $0 + parts($1).count }
    try expect("frames", "\(frames)", "\(info.frames.count)")
    if frames > 1, isTimed { try expect("how often it plays", "\(plays)", "\(info.plays)") }
  }

  /// Browsers play GIF delays below 20 ms as 100 ms.
  private func checkTimes(_ info: SourceInfo) throws {
    // A still image has no duration.
    if plan.frameCount == 1 || !isTimed { return }
    var frame = 0
    for index in 0..<plan.frameCount {
      for part in try parts(index) {
        let found = info.frames[frame].delay.time
        let isImplied =
          kind == .gif && part == RationalTime(1, 10) && (found ?? .zero) < RationalTime(2, 100)
        guard found == part || isImplied else {
          throw ReadBackError.wrongTime(
            frame: index, expected: "\(part)", found: found.map { "\($0)" } ?? "none")
        }
        frame += 1
      }
    }
  }

  private func checkPixels(_ source: any FrameSource, _ isCancelled: () throws -> Void) throws {
    var shown = 0
    var left = 0
    var isOpaque = true
    while let frame = try source.next() {
      try isCancelled()
      if expectsTransparency, isOpaque {
        isOpaque = frame.pixels.isOpaque(in: PixelRect(size))
      }
      if left == 0 {
        left = try parts(shown).count
        if !digests.isEmpty, FrameDigest(frame.pixels, depth: depth) != digests[shown] {
          throw ReadBackError.wrongPixels(frame: shown)
        }
        shown += 1
      }
      left -= 1
    }
    if let warning = source.warnings.first {
      throw ReadBackError.unreadable(reason: "\(warning)")
    }
    try expect("frames that are shown", "\(plan.frameCount)", "\(shown)")
    if expectsTransparency { try expect("transparency", "some", isOpaque ? "none" : "some") }
  }

  private func expect(_ what: String, _ expected: String, _ found: String) throws {
    if expected != found {
      throw ReadBackError.differs(what: what, expected: expected, found: found)
    }
  }
}
