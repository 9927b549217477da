internal import Messages
internal import Raster
internal import Stages

/// The rows of a still PNG, without buffering beyond libpng's.
final class PNGRows: PictureRows {
  private let survey: PNGSurvey
  private let reader: ByteReader
  private var rows: PNGRowReader?

  /// Surveys a PNG.
  ///
  /// - Throws: ``ReadingError``; unsupported for an animation.
  init(_ source: ByteSource, options: ReadingOptions) throws {
    reader = ByteReader(source)
    survey = try PNGSurveyor.survey(reader, options: options)
    if survey.isAnimation {
      throw ReadingError.unsupported(
        detail: "an animated PNG is not a sheet", remedy: "leave out the options for sheets")
    }
    // A sheet can have many pages that wait for their turn to be decoded.
    reader.dropBuffer()
  }

  var size: PixelSize { survey.header.size }
  var hasTransparency: Bool { survey.hasTransparency }
  var warnings: [ReadingWarning] { survey.warnings }
  var passes: Int { survey.header.isInterlaced ? 7 : 1 }

  func restart() throws {
    rows = try PNGRowReader(size, of: survey, PNGDataStream(survey.records[0], reader))
  }

  func next(into row: UnsafeMutablePointer<UInt32>) throws -> String? {
    if rows == nil { return "it has no more rows" }
    switch try rows!.next(into: row) {
    case .row: return nil
    case .damaged(let reason): return reason
    }
  }

  func finish() {
    rows = nil
    reader.dropBuffer()
  }
}
