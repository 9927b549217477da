package import Raster
package import Reading

/// The properties of frames that must be known before an output can be planned.
package struct AnalysisRequest {
  /// The shaping of each scale, if identical frames or transparent borders matter; empty otherwise.
  package var shapings: [ShapingPlan] = []
  /// The scale of each shaping relative to the smallest one.
  package var scales: [Int] = []
  /// Whether it matters if the first shown frame is pixel art.
  package var pixelArt = false
  /// The requested handling of dithering; ``Conversion/Undithering/off`` if it need not be
  /// detected.
  var undithering = Conversion.Undithering.off
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
  /// The subject that it examines: watchers of equal subjects give the same result for the same
  /// frames.
  var subject: AnyHashable { get }

  /// Watchers that have seen the same frames.
  var others: [any FrameWatcher] { get }

  /// Announces the source of the frames. Does nothing by default.
  func start(_ source: any FrameSource)

  /// Examines the next frame of a play.
  func watch(_ frame: CanvasFrame)
}

extension FrameWatcher {
  package var others: [any FrameWatcher] { [] }

  package func start(_ source: any FrameSource) {}
}

/// The result of examining the frames, as far as it was needed.
package struct Analysis {
  /// The properties of each frame; nil if not needed.
  let frames: FrameAnalysis?
  /// The dithering to remove; nil if there is none.
  let dither: Dither?
  /// Whether the first shown frame is pixel art; nil if not needed.
  let isPixelArt: Bool?
  /// Frames of one play, counted from 0, that are identical to the previous one; empty if not
  /// needed.
  let repeats: Set<Int>
  /// The watcher that examined every frame; nil if not needed.
  var watcher: (any FrameWatcher)?

  /// The result without examining any frame.
  init() {
    frames = nil
    dither = nil
    repeats = []
    isPixelArt = nil
    watcher = nil
  }

  /// - Parameters: - source: positioned at any frame, before and after. - onAnalysis: called before
  ///   each examined frame, with the number of examined frames and their
  ///     total; throws to stop.
  /// - Throws: ``ReadingError``, ``ShapingError``.
  /// - Complexity: decodes what is needed, see ``FrameAnalysis`` and ``PixelArt``.
  init(
    _ wanted: AnalysisRequest, _ played: PlayedFrames, _ source: any FrameSource,
    dithering: DitherSearch?, onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    frames =
      wanted.shapings.isEmpty
      ? nil
      : try FrameAnalysis(
        source, indices: played.timing.sourceIndices, shapings: wanted.shapings,
        scales: wanted.scales, onAnalysis: onAnalysis)
    dither = dithering?.dither(wanted.undithering)
    watcher = wanted.watcher
    var shaping = played.shaping
    // Identical frames stay identical, so only the watcher needs frames without dithering.
    if watcher != nil { shaping.dither = dither }
    repeats = try Self.watch(wanted, played, shaping, source, onAnalysis)
    guard wanted.pixelArt else {
      isPixelArt = nil
      return
    }
    var player = SequencePlayer(source)
    isPixelArt = PixelArt.matches(try player.frame(at: played.sourceIndex(0)).pixels)
  }

  /// Passes the frames of one play to the watcher.
  ///
  /// - Returns: the frames that are identical to the previous one.
  private static func watch(
    _ wanted: AnalysisRequest, _ played: PlayedFrames, _ shaping: ShapingPlan,
    _ source: any FrameSource, _ onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> Set<Int> {
    guard wanted.repeats || wanted.watcher != nil else { return [] }
    wanted.watcher?.start(source)
    let shaper = Shaper(shaping)
    var player = SequencePlayer(source)
    var repeats: Set<Int> = []
    var last: PixelBuffer?
    let shown = played.timing.sourceIndices
    for (done, index) in shown.enumerated() {
      try onAnalysis(done, shown.count)
      let frame = try shaper.shape(player.frame(at: index)).color
      if wanted.repeats, let last, last === frame.pixels || last.hasPixels(of: frame.pixels) {
        repeats.insert(done)
      } else {
        wanted.watcher?.watch(frame)
        last = frame.pixels
      }
    }
    return repeats
  }
}
