internal import CJXL
internal import CLibrary
internal import Raster
internal import Stages

/// Encodes one frame with its own encoder.
struct JXLEncoding: Sendable {
  let file: cjxl_file
  let settings: JXLSettings
  let hasAlpha: Bool
  /// The number of the frame, for errors.
  var index = 0
  var isLast = false
  var ticks: UInt32 = 0
  /// The slot that it is saved in.
  var save: UInt32 = 0

  init(file: cjxl_file, settings: JXLSettings, hasAlpha: Bool) {
    self.file = file
    self.settings = settings
    self.hasAlpha = hasAlpha
  }

  /// The bytes before the first frame.
  ///
  /// - Throws: ``WritingError``, as every call does.
  func header() throws -> [UInt8] { try encode(nil) }

  /// The shortest of the possible ways to store the frame.
  func smallest(_ layer: JXLLayer, _ pixels: JXLPixels) throws -> [UInt8] {
    let coding = settings.coding(cjxl_version())
    let mayBlend = settings.quality == nil && hasAlpha && layer.canBlend
    let ways = mayBlend ? [layer.blending, layer] : [layer]
    switch settings.search {
    case .guided where layer.mayRepeat(pixels, isBlended: mayBlend):
      let trials = try ways.map { (way: $0, bytes: try encode($0, pixels, .repetition)) }
      let best = trials.min { $0.bytes.count < $1.bytes.count }!
      return try shortest([best.bytes, encode(best.way, pixels, coding)])
    case .none, .guided:
      return try encode(ways[0], pixels, coding)
    case .all:
      return try shortest(
        ways.flatMap { try [encode($0, pixels, coding), encode($0, pixels, .repetition)] })
    }
  }

  private func shortest(_ ways: [[UInt8]]) -> [UInt8] { ways.min { $0.count < $1.count }! }

  private func encode(_ layer: JXLLayer, _ pixels: JXLPixels, _ coding: JXLCoding) throws
    -> [UInt8]
  {
    let rect = layer.change.rect
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
        predictor: coding.predictor, group_size: coding.groupSize,
        decoding_speed: coding.decodingSpeed)
      return try withUnsafePointer(to: frame) { try encode($0) }
    }
  }

  /// The bytes of a frame, or of the header if there is no frame.
  private func encode(_ frame: UnsafePointer<cjxl_frame>?) throws -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let isDone = withUnsafePointer(to: file) { cjxl_encode($0, frame, &bytes, &count) != 0 }
    guard isDone, let bytes else {
      throw WritingError.library(
        operation: "encode JPEG XL", message: "libjxl refuses the picture",
        frame: frame == nil ? nil : index)
    }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
