internal import AnimConv
internal import AnimTiming
internal import TextFormats

/// A report for people.
enum ReportText {
  /// One line for each file; for a sheet with many files, only the first few.
  static func lines(_ report: Conversion.Report) -> [String] {
    let shown = report.outputs.prefix(maxOutputs)
    let more = report.outputs.count - shown.count
    return shown.map { describe($0, in: report) } + (more > 0 ? ["and \(more) more files"] : [])
  }

  private static let maxOutputs = 20

  /// `rock.mp4: 58 frames, 4.6 s, 600x338, H.264, 812345 bytes`
  private static func describe(_ output: Conversion.Report.Output, in report: Conversion.Report)
    -> String
  {
    let planned = output.planned
    var parts = [
      "\(Diagnostics.printable(planned.output.name)): "
        + counted(output.frameCount, "frame")
    ]
    // A page with a part of the frames has no duration of its own.
    if output.frameCount == report.frameCount || output.readBack != nil {
      parts.append((output.readBack?.totalTime ?? report.total).formatted())
    }
    if let size = planned.size { parts.append("\(size)") }
    parts.append(planned.encoding?.codec.title ?? planned.format)
    parts.append("\(output.byteCount) bytes")
    return parts.joined(separator: ", ")
  }
}
