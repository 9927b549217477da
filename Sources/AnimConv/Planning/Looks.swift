package import Raster
package import Reading

/// What has to be seen of the frames before an output can be planned.
package struct LooksWanted {
  /// The shaping of each scale, where equal frames or transparent borders decide; empty where they
  /// do not.
  package var shapings: [ShapingPlan] = []
  /// How many pixels of each shaping one pixel of the smallest scale is.
  package var scales: [Int] = []
  /// Whether it decides if the first frame that is shown is pixel art.
  package var pixelArt = false
  /// What is asked of dither; ``Undithering/off`` where it need not be looked for.
  var undithering = Undithering.off
  /// Whether equal frames in a row are to become one.
  package var repeats = false
  /// Whether it decides if the source can hand on samples instead of pixels.
  package var samples = false
  /// Who has to see every frame of one play, shaped, in the order in which they are shown, but for
  /// those that become part of the one before.
  package var watcher: (any FrameWatcher)?

  package init() {}

  /// Of an animated image, whose frames may have any duration.
  package init(ofImage conversion: Conversion, _ frames: PlayedFrames) {
    repeats =
      !Self.keepsFrames(conversion, frames) && frames.timing.schedule.entries.count > 1
  }

  /// Whether an animated image has as many frames as its input. Picture files stay frames of their
  /// own unless reading them merges them.
  package static func keepsFrames(_ conversion: Conversion, _ frames: PlayedFrames) -> Bool {
    let isOfFiles = [.frameFolder, .ugoira].contains(frames.source.kind)
    let countsFiles = isOfFiles && !conversion.reading.folder.mergesRepeats
    return countsFiles || conversion.image.keepsFrames || frames.timing.schedule.frameRate != nil
  }
}

/// Sees every frame of a conversion before it is planned.
package protocol FrameWatcher: AnyObject {
  /// Is told whose frames will come. By default nothing is made of it.
  func start(_ source: any FrameSource)

  /// Looks at the next frame of a play.
  func watch(_ frame: CanvasFrame)
}

extension FrameWatcher {
  package func start(_ source: any FrameSource) {}
}

/// What was seen of the frames, as far as it was wanted.
package struct Looks {
  /// What each frame looks like; nil where that was not wanted.
  let frames: FrameLooks?
  /// What is to be taken out of the frames; nil when nothing is.
  let dither: Dither?
  /// Whether the first frame that is shown is pixel art; nil where that was not wanted.
  let isPixelArt: Bool?
  /// Which frames of one play, counted from 0, show the same as the one before; empty where that was
  /// not wanted.
  let repeats: Set<Int>
  /// Who has seen every frame; nil where that was not wanted.
  let watcher: (any FrameWatcher)?

  /// Nothing was looked at.
  init() {
    frames = nil
    dither = nil
    repeats = []
    isPixelArt = nil
    watcher = nil
  }

  /// - Parameters:
  ///   - source: at frame 0, where it is left.
  ///   - onLook: called before each frame that is looked at, with how many have been and how many
  ///     there are; throws when it is to end.
  /// - Throws: ``ReadingError``, ``ShapingError``.
  /// - Complexity: decodes what is wanted, see ``FrameLooks`` and ``PixelArt``.
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
    // Frames that are equal stay equal, so only who watches has to see them without it.
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

  /// Shows the frames of one play to the watcher.
  ///
  /// - Returns: which of them show the same as the one before.
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
