package import Raster
package import Reading

/// The properties of frames that must be known before an output can be planned.
package struct LooksWanted {
  /// The shaping of each scale, if identical frames or transparent borders matter; empty otherwise.
  package var shapings: [ShapingPlan] = []
  /// The scale of each shaping relative to the smallest one.
  package var scales: [Int] = []
  /// Whether it matters if the first shown frame is pixel art.
  package var pixelArt = false
  /// The requested handling of dithering; ``Undithering/off`` if it need not be detected.
  var undithering = Undithering.off
  /// Whether consecutive identical frames are merged.
  package var repeats = false
  /// Whether it matters if the source can pass on samples instead of pixels.
  package var samples = false
  /// A watcher that needs every shaped frame of one play, in display order, except for frames
  /// merged into the previous one.
  package var watcher: (any FrameWatcher)?

  package init() {}

  /// For an animated image, whose frames may have any duration.
  package init(ofImage conversion: Conversion, _ frames: PlayedFrames) {
    repeats =
      !Self.keepsFrames(conversion, frames) && frames.timing.schedule.entries.count > 1
  }

  /// Whether an animated image keeps all frames of its input. Frames from image files are kept
  /// unless reading merges them.
  package static func keepsFrames(_ conversion: Conversion, _ frames: PlayedFrames) -> Bool {
    let isOfFiles = [.frameFolder, .ugoira].contains(frames.source.kind)
    let countsFiles = isOfFiles && !conversion.reading.folder.mergesRepeats
    return countsFiles || conversion.image.keepsFrames || frames.timing.schedule.frameRate != nil
  }
}

/// Examines every frame of a conversion before it is planned.
package protocol FrameWatcher: AnyObject {
  /// Announces the source of the frames. Does nothing by default.
  func start(_ source: any FrameSource)

  /// Examines the next frame of a play.
  func watch(_ frame: CanvasFrame)
}

extension FrameWatcher {
  package func start(_ source: any FrameSource) {}
}

/// The result of examining the frames, as far as it was needed.
package struct Looks {
  /// The properties of each frame; nil if not needed.
  let frames: FrameLooks?
  /// The dithering to remove; nil if there is none.
  let dither: Dither?
  /// Whether the first shown frame is pixel art; nil if not needed.
  let isPixelArt: Bool?
  /// Frames of one play, counted from 0, that are identical to the previous one; empty if not
  /// needed.
  let repeats: Set<Int>
  /// The watcher that examined every frame; nil if not needed.
  let watcher: (any FrameWatcher)?

  /// The result without examining any frame.
  init() {
    frames = nil
    dither = nil
    repeats = []
    isPixelArt = nil
    watcher = nil
  }

  /// - Parameters:
  ///   - source: at frame 0 before and after.
  ///   - onLook: called before each examined frame, with the number of examined frames and their
  ///     total; throws to stop.
  /// - Throws: ``ReadingError``, ``ShapingError``.
  /// - Complexity: decodes what is needed, see ``FrameLooks`` and ``PixelArt``.
  init(
    _ wanted: LooksWanted, _ played: PlayedFrames, _ source: any FrameSource,
    onLook: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    frames =
      wanted.shapings.isEmpty
      ? nil
      : try FrameLooks(
        source, indices: played.timing.sourceIndices, shapings: wanted.shapings,
        scales: wanted.scales, onLook: onLook)
    dither =
      wanted.undithering == .off
      ? nil
      : try DitherSearch(source, shown: played.timing.sourceIndices, onLook: onLook)
        .dither(wanted.undithering)
    watcher = wanted.watcher
    var shaping = played.shaping
    // Identical frames stay identical, so only the watcher needs frames without dithering.
    if watcher != nil { shaping.dither = dither }
    repeats = try Self.watch(wanted, played, shaping, source, onLook)
    guard wanted.pixelArt else {
      isPixelArt = nil
      return
    }
    try onLook(0, 1)
    var player = SequencePlayer(source)
    isPixelArt = PixelArt.matches(try player.frame(at: played.sourceIndex(0)).pixels)
    try source.seek(to: 0)
  }

  /// Passes the frames of one play to the watcher.
  ///
  /// - Returns: the frames that are identical to the previous one.
  private static func watch(
    _ wanted: LooksWanted, _ played: PlayedFrames, _ shaping: ShapingPlan,
    _ source: any FrameSource, _ onLook: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> Set<Int> {
    guard wanted.repeats || wanted.watcher != nil else { return [] }
    wanted.watcher?.start(source)
    let shaper = Shaper(shaping)
    var player = SequencePlayer(source)
    var repeats: Set<Int> = []
    var last: PixelBuffer?
    let shown = played.timing.sourceIndices
    for (done, index) in shown.enumerated() {
      try onLook(done, shown.count)
      let frame = try shaper.shape(player.frame(at: index)).color
      if wanted.repeats, let last, last === frame.pixels || last.hasPixels(of: frame.pixels) {
        repeats.insert(done)
      } else {
        wanted.watcher?.watch(frame)
        last = frame.pixels
      }
    }
    try source.seek(to: 0)
    return repeats
  }
}
