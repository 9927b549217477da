internal import AnimTiming
internal import Raster
internal import Reading
internal import TextFormats
internal import Writing

/// The text about its input that a contact sheet shows.
struct InputFacts {
  /// The name of the file or folder.
  let name: String
  /// The length, the size of the pictures, the codec or format, and the bytes of the file.
  let facts: [String]

  init(_ conversion: Conversion, _ frames: PlayedFrames) {
    name = conversion.input.fileName
    let timeline = frames.timing.delays.timeline
    let source = frames.source
    let format =
      source.video.map { video in
        VideoCodec.allCases.first { $0.rawValue == video.codec }?.title ?? video.codec.uppercased()
      } ?? source.kind.name
    facts =
      [LabelText.time(timeline.total, timeline.timebase), "\(source.size)", format]
      + [source.byteCount.map(byteText)].compactMap(\.self)
  }

  /// - Throws: ``SheetError`` for a font.
  func head(_ font: SheetWritingOptions.LabelFont?, cell: PixelSize) throws -> SheetHead {
    try SheetHead(name: name, facts: facts, font: font, cell: cell)
  }
}
