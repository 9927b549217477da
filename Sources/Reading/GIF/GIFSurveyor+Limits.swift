internal import Raster
internal import Stages

extension GIFSurveyor {
  /// Enlarges the canvas to the first frame, as browsers do, ignoring its offset. An empty canvas
  /// takes that frame's size.
  mutating func settleCanvas(firstFrame record: inout GIFFrameRecord) throws {
    if survey.size.area == 0 {
      record.x = 0
      record.y = 0
    }
    let size = PixelSize(
      width: max(survey.size.width, Int(record.width)),
      height: max(survey.size.height, Int(record.height)))
    guard size.width > 0, size.height > 0 else {
      throw ReadingError.malformed(
        detail: "the canvas is \(size) and has no pixels", frame: 0, byteOffset: nil)
    }
    try limits.check(canvas: size)
    survey.size = size
  }

  /// Checks the limits for one more frame.
  func checkFrame(_ record: GIFFrameRecord) throws {
    try limits.check(frames: survey.records.count + 1, on: survey.size)
    try limits.check(.pixels, record.neededPixels(on: survey.size), limits.maxPixels)
  }
}
