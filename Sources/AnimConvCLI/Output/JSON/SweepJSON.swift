internal import AnimConv
internal import AnimReport

/// A sweep for machines.
struct SweepJSON: Encodable {
  let source: String
  /// Size of the source's file; nil if it is not a single file.
  let sourceBytes: Int64?
  /// The required mean similarity of the suggestion.
  let ssim: Double
  /// Index of the suggested point; nil if none is similar enough.
  let suggestion: Int?
  let points: [Point]
  let failures: [Failure]

  struct Point: Encodable {
    let codec: String
    let crf: Int
    let scale: String?
    let command: String
    let bytes: Int64
    let width: Int
    let height: Int
    let frames: Int
    let ssim: Double
    let worstSSIM: Double
    let worstFrame: Int
    /// Decibels; nil for identical images.
    let psnr: Double?
    let isOnFrontier: Bool
  }

  struct Failure: Encodable {
    let codec: String
    let crf: Int
    let scale: String?
    let reason: String
  }

  init(_ sweep: Sweep, source: String) {
    let frontier = Set(sweep.frontier)
    self.source = source
    sourceBytes = sweep.points.first?.comparison.source.byteCount
    ssim = sweep.ssim
    suggestion = sweep.suggestion
    points = sweep.points.enumerated().map { index, point in
      let comparison = point.comparison
      return Point(
        codec: point.setting.codec.rawValue, crf: point.setting.crf, scale: point.setting.scale,
        command: point.command, bytes: point.byteCount, width: comparison.output.size.width,
        height: comparison.output.size.height, frames: comparison.output.frameCount,
        ssim: ComparisonJSON.similarity(comparison.ssim),
        worstSSIM: ComparisonJSON.similarity(comparison.worst.ssim),
        worstFrame: comparison.worst.index, psnr: comparison.psnr.map(ComparisonJSON.rounded),
        isOnFrontier: frontier.contains(index))
    }
    failures = sweep.failures.map {
      Failure(
        codec: $0.setting.codec.rawValue, crf: $0.setting.crf, scale: $0.setting.scale,
        reason: $0.error.reason.text(.options))
    }
  }
}
