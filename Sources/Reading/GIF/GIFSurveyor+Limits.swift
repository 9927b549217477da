internal import Raster
internal import Stages

extension GIFSurveyor {
  /// Grows the canvas to the first frame, as browsers do; its offset plays no part. A canvas
  /// without a pixel becomes that frame, wherever the frame says it is.
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

  /// Checks what one more frame adds.
  func checkFrame(_ record: GIFFrameRecord) throws {
    try limits.check(frames: survey.records.count + 1, on: survey.size)
    try limits.check(.pixels, record.neededPixels(on: survey.size), limits.maxPixels)
  }
}
