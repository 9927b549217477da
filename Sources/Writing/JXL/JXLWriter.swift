internal import CJXL
package import AnimTiming
package import Raster
package import Stages

/// Writes a JPEG XL frame by frame through libjxl (ISO/IEC 18181-1).
///
/// A frame is stored as the rectangle that differs from one of the last two frames or from an empty
/// canvas, whichever is smallest. Without loss, only the changed pixels are stored if possible.
/// Each frame and each way of storing it has a separate encoder, so several frames are encoded at once,
/// and memory is a few pictures for any number of frames. Their bytes do not depend on the threads.
package final class JXLWriter {
  private let settings: JXLSettings
  private let frameCount: Int
  private let hasAlpha: Bool
  private let file: cjxl_file
  private let workers: OrderedWorkers<[UInt8]>
  private var written = 0
  /// The contents of the decoder's slots 1 and 2. Slot 0 is never saved, and libjxl uses 3 itself
  /// since 0.8.
  private var saved: [JXLPixels?] = [nil, nil]
  /// The index in ``saved`` that was saved last.
  private var latest = 1

  /// - Parameters:
  ///   - frameCount: the number of frames, at least one; with one frame, the file is a still image.
  ///   - unit: of the durations: a tick is at most 1,024 s divided by at most 2³⁰.
  ///   - plays: from 0, endless, to ``JXLSettings/maxPlays``.
  ///   - write: receives the next bytes of the file.
  /// - Throws: ``WritingError`` or what `write` throws, as every call does.
  package init(
    _ size: PixelSize, _ settings: JXLSettings, frameCount: Int, unit: Timebase, plays: Int,
    write: @escaping ([UInt8]) throws -> Void
  ) throws {
    try Self.open()
    self.settings = settings
    self.frameCount = frameCount
    // Transparent pixels need alpha; it costs a few bytes per frame that has none.
    hasAlpha = settings.hasAlpha || settings.quality == nil && frameCount > 1
    file = cjxl_file(
      width: UInt32(size.width), height: UInt32(size.height), bits: UInt32(settings.depth),
      has_alpha: hasAlpha ? 1 : 0,
      is_animated: frameCount > 1 ? 1 : 0, is_lossless: settings.quality == nil ? 1 : 0,
      tick_numerator: UInt32(unit.denominator), tick_denominator: UInt32(unit.numerator),
      plays: UInt32(plays))
    workers = OrderedWorkers(count: settings.threads, deliver: write)
    let encoding = JXLEncoding(file: file, settings: settings, hasAlpha: hasAlpha)
    try write(settings.prefix + encoding.header())
  }

  /// - Throws: ``WritingError/libraryMissing(detail:remedy:)`` when libjxl cannot be opened.
  package static func open() throws(WritingError) {
    guard let reason = cjxl_open() else { return }
    throw .libraryMissing(
      detail: "JPEG XL is written by libjxl, which cannot be opened (\(String(cString: reason)))",
      remedy:
        "install \(String(cString: cjxl_file_name())) or newer (Debian 12: apt install libjxl0.7)")
  }

  /// Writes the next frame, or one of the previous ones, see ``OrderedWorkers``.
  ///
  /// - Parameters:
  ///   - picture: kept until it is written and two further frames have arrived.
  ///   - ticks: from 1 to ``JXLSettings/maxTicks``.
  package func append(_ picture: PixelBuffer, ticks: Int64) throws {
    let pixels = JXLPixels(picture, depth: settings.depth)
    let target = 1 - latest
    var frame = JXLEncoding(file: file, settings: settings, hasAlpha: hasAlpha)
    (frame.index, frame.isLast) = (written, written + 1 == frameCount)
    (frame.ticks, frame.save) = (UInt32(ticks), UInt32(target + 1))
    let layer = layer(pixels)
    try workers.submit { [frame] in try frame.smallest(layer, pixels) }
    saved[target] = pixels
    latest = target
    written += 1
  }

  /// Writes the frames that are still being encoded.
  package func finish() throws { try workers.finish() }

  package func cancel() { workers.cancel() }

  /// The base with the smallest rectangle.
  private func layer(_ pixels: JXLPixels) -> JXLLayer {
    if written == 0, !settings.hasAlpha {
      let whole = PictureChange(
        rect: PixelRect(pixels.size), pixels: pixels.size.area, isOpaque: false)
      return JXLLayer(base: .init(slot: 0, shown: nil), change: whole, blends: false)
    }
    var bases = [latest, 1 - latest].compactMap { index in
      saved[index].map { JXLLayer.Base(slot: UInt32(index + 1), shown: $0) }
    }
    if settings.hasAlpha { bases.append(.init(slot: 0, shown: nil)) }
    let layers = bases.map {
      JXLLayer(base: $0, change: pixels.change(from: $0.shown), blends: false)
    }
    return layers.min { $0.change.pixels < $1.change.pixels }!
  }
}
