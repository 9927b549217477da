internal import CJXL
internal import CLibrary
package import AnimTiming
package import Raster
package import Stages

/// Writes a JPEG XL frame by frame through libjxl (ISO/IEC 18181-1).
///
/// A frame is stored as the rectangle that differs from one of the last two frames or from an empty
/// canvas, whichever is smallest. Without loss, only the changed pixels are stored if possible.
/// Each way is tried with a separate encoder, so memory is a few pictures for any number of frames.
package final class JXLWriter {
  private let settings: JXLSettings
  private let frameCount: Int
  private let hasAlpha: Bool
  private let write: ([UInt8]) throws -> Void
  private var file: cjxl_file
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
    self.write = write
    // Transparent pixels need alpha; it costs a few bytes per frame that has none.
    hasAlpha = settings.hasAlpha || settings.quality == nil && frameCount > 1
    file = cjxl_file(
      width: UInt32(size.width), height: UInt32(size.height), bits: UInt32(settings.depth),
      has_alpha: hasAlpha ? 1 : 0,
      is_animated: frameCount > 1 ? 1 : 0, is_lossless: settings.quality == nil ? 1 : 0,
      tick_numerator: UInt32(unit.denominator), tick_denominator: UInt32(unit.numerator),
      plays: UInt32(plays))
    try write(settings.prefix + encode(nil))
  }

  /// - Throws: ``WritingError/libraryMissing(detail:remedy:)`` when libjxl cannot be opened.
  package static func open() throws(WritingError) {
    guard let reason = cjxl_open() else { return }
    throw .libraryMissing(
      detail: "JPEG XL is written by libjxl, which cannot be opened (\(String(cString: reason)))",
      remedy:
        "install \(String(cString: cjxl_file_name())) or newer (Debian 12: apt install libjxl0.7)")
  }

  /// Writes the next frame.
  ///
  /// - Parameters:
  ///   - picture: kept until the call after the next.
  ///   - ticks: from 1 to ``JXLSettings/maxTicks``.
  package func append(_ picture: PixelBuffer, ticks: Int64) throws {
    let pixels = JXLPixels(picture, depth: settings.depth)
    let target = 1 - latest
    try write(try smallest(pixels, ticks: UInt32(ticks), save: UInt32(target + 1)))
    saved[target] = pixels
    latest = target
    written += 1
  }

  /// The possible ways to store a frame.
  private func smallest(_ pixels: JXLPixels, ticks: UInt32, save: UInt32) throws -> [UInt8] {
    var layer = self.layer(pixels)
    layer.blends = settings.quality == nil && hasAlpha && layer.canBlend
    let bytes = try encode(layer, pixels, ticks: ticks, save: save)
    guard layer.blends, settings.triesBoth else { return bytes }
    layer.blends = false
    let others = try encode(layer, pixels, ticks: ticks, save: save)
    return others.count < bytes.count ? others : bytes
  }

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

  private func encode(
    _ layer: JXLLayer, _ pixels: JXLPixels, ticks: UInt32, save: UInt32
  ) throws -> [UInt8] {
    let rect = layer.change.rect
    let isLast = written + 1 == frameCount
    let coding = settings.coding(cjxl_version())
    let patch = layer.patch(of: pixels, hasAlpha: hasAlpha)
    return try patch.withUnsafeBytes { bytes in
      let frame = cjxl_frame(
        layer: cjxl_layer(
          ticks: ticks, is_last: isLast ? 1 : 0, is_cropped: rect.size == pixels.size ? 0 : 1,
          x: Int32(rect.x), y: Int32(rect.y), width: UInt32(rect.width),
          height: UInt32(rect.height),
          blend: UInt32(layer.blends ? CJXL_BLEND : CJXL_REPLACE), source: layer.base.slot,
          save: isLast ? 0 : save),
        pixels: bytes.baseAddress, distance: settings.distance, effort: coding.effort,
        predictor: coding.predictor, group_size: coding.groupSize)
      return try withUnsafePointer(to: frame) { try encode($0) }
    }
  }

  /// The bytes of a frame, or of the header if there is no frame.
  private func encode(_ frame: UnsafePointer<cjxl_frame>?) throws -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard cjxl_encode(&file, frame, &bytes, &count) != 0, let bytes else {
      throw WritingError.library(
        operation: "encode JPEG XL", message: "libjxl refuses the picture",
        frame: frame == nil ? nil : written)
    }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
