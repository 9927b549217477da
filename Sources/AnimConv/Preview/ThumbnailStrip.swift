internal import AnimPlay
internal import AnimTiming
package import Raster
package import Reading

/// A few small frames of an animation, spread over its duration, in one image for a terminal.
package struct ThumbnailStrip {
  /// The available space.
  package struct Room: Sendable {
    /// Pixels of the strip, and of each frame.
    package var width: Int
    package var height: Int
    /// Pixels between frames.
    package var gap: Int

    package init(width: Int, height: Int, gap: Int) {
      self.width = width
      self.height = height
      self.gap = gap
    }
  }

  /// The largest number of frames.
  package static let mostFrames = 12

  /// Indices of the frames in the input, from left to right.
  package let frames: [Int]
  /// The pixels between the frames are transparent.
  package let picture: PixelBuffer

  /// - Parameters:
  ///   - input: opened a second time.
  ///   - inspection: the inspection of the same input.
  ///   - options: the reading options of the inspection.
  /// - Returns: nil for an input that can be read only once.
  /// - Throws: ``ConversionError``.
  /// - Complexity: decodes the shown frames, and earlier frames that they depend on.
  package init?(
    _ input: AnimationInput, _ inspection: Inspection, options: ReadingOptions, in room: Room
  ) throws {
    if input.isReadOnce { return nil }
    do {
      let source = try openSource(input, options: options)
      let info = source.info
      let cell = Self.cell(for: info.size, in: room)
      let count = max(1, min((room.width + room.gap) / (cell.width + room.gap), Self.mostFrames))
      let frames = try Self.spread(
        count, over: inspection.delays?.timeline, frames: info.frames.count)
      let width = frames.count * (cell.width + room.gap) - room.gap
      let strip = PixelBuffer.Pool(size: PixelSize(width: width, height: cell.height)).take()
      strip.clear(PixelRect(strip.size))
      let shaper = Shaper(
        try ShapingPlan(
          Conversion.Shaping(scale: .size(cell), fit: .exact), source: info.size,
          hasAlpha: inspection.hasAlpha))
      var player = SequencePlayer(source)
      for (place, frame) in frames.enumerated() {
        let picture = try shaper.shape(player.frame(at: frame)).color.pixels
        let (from, to) = (PixelPlane(picture), PixelPlane(strip))
        for row in 0..<cell.height {
          to.row(row, from: place * (cell.width + room.gap))
            .update(from: from.row(row, from: 0), count: cell.width)
        }
      }
      strip.clearTransparentColors()
      self.frames = frames
      picture = strip
    } catch {
      throw ConversionError.wrapping(error, file: input.name, stage: .reading)
    }
  }

  /// The size of a frame in the strip, limited by height or width.
  private static func cell(for size: PixelSize, in room: Room) -> PixelSize {
    let height = min(room.height, max(1, room.width * size.height / size.width))
    return PixelSize(
      width: min(max(1, height * size.width / size.height), room.width), height: height)
  }

  /// This many frames, evenly spread over time, or by index if there are no durations.
  private static func spread(
    _ count: Int, over timeline: AnimationTimeline?, frames: Int
  ) throws -> [Int] {
    if let timeline { return try TimingEdits(pick: count).apply(to: timeline).sourceIndices }
    let count = min(count, frames)
    return (0..<count).map { $0 * frames / count }
  }
}
