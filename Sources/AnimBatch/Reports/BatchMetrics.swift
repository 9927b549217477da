internal import AnimConv
internal import TextFormats

/// Metrics of a run as OpenMetrics text (version 1.0), for text file collectors and push gateways.
package struct BatchMetrics: Sendable {
  private let start: BatchReportStart
  private var summary = BatchSummary()
  private var milliseconds = 0
  private var processorMicroseconds = 0
  private var inputBytes: Int64 = 0
  private var outputBytes: Int64 = 0
  private var peakBytes = 0
  /// For each of ``bounds``, the number of units that took at most this time.
  private var durations = [Int](repeating: 0, count: bounds.count)

  /// In milliseconds.
  private static let bounds = [10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000]

  package init(_ start: BatchReportStart) {
    self.start = start
  }

  package mutating func count(_ record: BatchRecord) {
    summary.count(record)
    milliseconds += record.milliseconds
    for (index, bound) in Self.bounds.enumerated() where record.milliseconds <= bound {
      durations[index] += 1
    }
    if record.status == .written {
      inputBytes += record.inputByteCount ?? 0
      outputBytes += record.byteCount
    }
    if let cost = record.cost {
      processorMicroseconds += cost.processorMicroseconds
      peakBytes = max(peakBytes, cost.peakBytes)
    }
  }

  package var text: String {
    let done = summary.written + summary.unchanged + summary.failed
    let info = [
      "batch=\"\(start.batch.prefix(16))\"", "share=\"\(start.share?.description ?? "")\"",
      "host=\"\(Self.escaped(Machine.name))\"",
    ].joined(separator: ",")
    var lines = [
      "# TYPE animconv_batch info",
      "# HELP animconv_batch The batch, the share of it and the machine.",
      "animconv_batch_info{\(info)} 1",
      "# TYPE animconv_batch_planned_units gauge",
      "# HELP animconv_batch_planned_units Units of this run.",
      "animconv_batch_planned_units \(start.unitCount)",
      "# TYPE animconv_batch_units counter",
      "# HELP animconv_batch_units Units that have ended, by result.",
      "animconv_batch_units_total{status=\"written\"} \(summary.written)",
      "animconv_batch_units_total{status=\"unchanged\"} \(summary.unchanged)",
      "animconv_batch_units_total{status=\"failed\"} \(summary.failed)",
      "# TYPE animconv_batch_unit_duration_seconds histogram",
      "# UNIT animconv_batch_unit_duration_seconds seconds",
      "# HELP animconv_batch_unit_duration_seconds Time that units took.",
    ]
    for (bound, count) in zip(Self.bounds, durations) {
      // OpenMetrics requires a decimal point in every bound.
      let seconds = ExactDecimal(Int64(bound), exponent: -3).description
      let bound = seconds.contains(".") ? seconds : seconds + ".0"
      lines.append("animconv_batch_unit_duration_seconds_bucket{le=\"\(bound)\"} \(count)")
    }
    let seconds = ExactDecimal(Int64(milliseconds), exponent: -3)
    let processor = ExactDecimal(Int64(processorMicroseconds), exponent: -6)
    lines += [
      "animconv_batch_unit_duration_seconds_bucket{le=\"+Inf\"} \(done)",
      "animconv_batch_unit_duration_seconds_sum \(seconds)",
      "animconv_batch_unit_duration_seconds_count \(done)",
      "# TYPE animconv_batch_cpu_seconds counter",
      "# UNIT animconv_batch_cpu_seconds seconds",
      "# HELP animconv_batch_cpu_seconds Processor time of conversions.",
      "animconv_batch_cpu_seconds_total \(processor)",
      "# TYPE animconv_batch_input_bytes counter",
      "# UNIT animconv_batch_input_bytes bytes",
      "# HELP animconv_batch_input_bytes Bytes that outputs were made from.",
      "animconv_batch_input_bytes_total \(inputBytes)",
      "# TYPE animconv_batch_output_bytes counter",
      "# UNIT animconv_batch_output_bytes bytes",
      "# HELP animconv_batch_output_bytes Bytes that were written.",
      "animconv_batch_output_bytes_total \(outputBytes)",
      "# TYPE animconv_batch_peak_memory_bytes gauge",
      "# UNIT animconv_batch_peak_memory_bytes bytes",
      "# HELP animconv_batch_peak_memory_bytes Largest resident memory of the process.",
      "animconv_batch_peak_memory_bytes \(peakBytes)",
      "# EOF",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
