internal import AnimConv
internal import AnimTiming

/// A report for people: one line for each file.
enum ReportText {
  /// `rock.mp4: 58 frames, 4.6 s, 600x338, H.264, 812345 bytes`
  static func describe(_ output: WrittenOutput, in report: ConversionReport) -> String {
    let encoding = output.planned.encoding
    return [
      "\(Diagnostics.printable(output.planned.output.name)): "
        + InspectionText.count(report.frameCount, "frame"),
      "\(report.total)", "\(encoding.codedSize)", encoding.codec.title,
      "\(output.byteCount) bytes",
    ].joined(separator: ", ")
  }
}
