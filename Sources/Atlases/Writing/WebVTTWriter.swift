internal import AnimTiming
internal import Raster
internal import TextFormats

/// Writes WebVTT thumbnails: one cue per frame, from its start to its end in whole milliseconds,
/// with the address of its part of the sheet (`walk.png#xywh=0,0,96,66`).
enum WebVTTWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [UInt8] {
    let times = try sheet.times(in: .milliseconds)
    var text = "WEBVTT\n"
    for (index, frame) in sheet.atlas.frames.enumerated() {
      let rect = frame.rect
      text += "\n\(clock(times.boundaries[index])) --> \(clock(times.boundaries[index + 1]))\n"
      text += SheetDescription.address(sheet.image(frame.page))
      text += "#xywh=\(rect.x),\(rect.y),\(rect.width),\(rect.height)\n"
    }
    return Array(text.utf8)
  }

  /// `00:00:04.600`; more hours have more digits.
  private static func clock(_ milliseconds: Int64) -> String {
    let fields = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60]
    return fields.map { zeroPadded($0, 2) }.joined(separator: ":")
      + "." + zeroPadded(milliseconds % 1000, 3)
  }
}
