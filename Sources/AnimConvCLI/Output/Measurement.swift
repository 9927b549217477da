internal import AnimConv
internal import CLibrary
internal import TextFormats

/// The result of `--measure` for one output.
struct Measurement {
  /// The output's name.
  let output: String
  let comparison: OutputComparison
  /// The duration of the conversion, without measuring.
  let seconds: Double
  /// Peak memory of the process until the end of the conversion.
  let peakBytes: Int

  /// `out.mp4: SSIM 0.9933 on average, 0.9910 in frame 57; SSIMULACRA2 82.31 on average,
  /// 78.20 at p10, 71.05 in frame 57; PSNR 36.33 dB; largest shift 0 ms`
  var line: String {
    let worst = comparison.worst
    return "\(Diagnostics.printable(output)): "
      + "SSIM \(similarityText(comparison.ssim)) on average, "
      + "\(similarityText(worst.ssim)) in frame \(worst.index); "
      + (comparison.ssimulacra2.map { "SSIMULACRA2 \(ComparisonText.scores($0)); " } ?? "")
      + (comparison.psnr == nil
        ? "every pixel equal" : "PSNR \(ComparisonText.decibels(comparison.psnr))")
      + "; largest shift \(comparison.largestShift.formatted(in: .milliseconds))"
  }
}

extension Measurement {
  /// Compares a conversion's output with the expected frames.
  ///
  /// - Parameters:
  ///   - conversion: must read and write files.
  ///   - seconds: the duration of the conversion.
  ///   - onFrame: called after each frame.
  /// - Returns: nil for an output that does not play by itself, such as a sheet.
  /// - Throws: `ConversionError`.
  static func of(
    _ report: Conversion.Report, _ conversion: Conversion, seconds: Double,
    onFrame: () -> Void
  ) async throws -> Measurement? {
    guard playsByItself(report.plan.kind), let output = report.outputs.first?.planned.output,
      case .file(let path) = output
    else { return nil }
    let peakBytes = peakResidentBytes
    let comparison = try await OutputComparison(
      of: .path(path), made: conversion, plan: report.plan
    ) {
      _ in onFrame()
    }
    return Measurement(
      output: output.name, comparison: comparison, seconds: seconds, peakBytes: peakBytes)
  }

  /// Whether a reader finds frames and durations in such an output without a data file.
  static func playsByItself(_ kind: OutputKind) -> Bool { kind.playsByItself }
}
