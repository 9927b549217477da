internal import AnimConv
internal import AnimTiming

/// A comparison for machines.
struct ComparisonJSON: Encodable {
  let output: String
  let width: Int
  let height: Int
  let isScaled: Bool
  let sourceFrames: Int
  let outputFrames: Int
  let sourceBytes: Int64?
  let outputBytes: Int64?
  let sourceTotal: TimeJSON
  let outputTotal: TimeJSON
  let largestShift: TimeJSON
  let ssim: Double
  let ssimulacra2: ScoresJSON?
  /// Nil if no side is below 113 pixels.
  let libjxlSSIMULACRA2: ScoresJSON?
  /// Decibels; nil for identical images, whose ratio is infinite.
  let psnr: Double?
  let lumaPSNR: Double?
  /// Out of 255; nil if the output has no transparency.
  let alphaError: Int?
  let worstFrame: Int
  let frames: [FrameJSON]

  struct FrameJSON: Encodable {
    let index: Int
    let sourceIndex: Int
    let start: TimeJSON
    let duration: TimeJSON
    let ssim: Double
    let ssimulacra2: Double?
    let libjxlSSIMULACRA2: Double?
    let psnr: Double?
    let lumaPSNR: Double?
    let worstX: Int
    let worstY: Int
    let worstSSIM: Double
    let alphaError: Int?
    let bytes: Int64?
  }

  struct ScoresJSON: Encodable {
    let mean: Double
    let p10: Double
    let worst: Double
    let worstFrame: Int

    init(_ scores: OutputComparison.SSIMULACRA2) {
      mean = score(scores.mean)
      p10 = score(scores.p10)
      worst = score(scores.worst)
      worstFrame = scores.worstFrame
    }
  }

  init(_ comparison: OutputComparison, output: String) {
    self.output = output
    width = comparison.size.width
    height = comparison.size.height
    isScaled = comparison.isScaled
    sourceFrames = comparison.source.frameCount
    outputFrames = comparison.output.frameCount
    sourceBytes = comparison.source.byteCount
    outputBytes = comparison.output.byteCount
    sourceTotal = TimeJSON(comparison.source.total)
    outputTotal = TimeJSON(comparison.output.total)
    largestShift = TimeJSON(comparison.largestShift)
    ssim = Self.similarity(comparison.ssim)
    ssimulacra2 = comparison.ssimulacra2.map(ScoresJSON.init)
    libjxlSSIMULACRA2 = comparison.libjxlSSIMULACRA2.map(ScoresJSON.init)
    psnr = comparison.psnr.map(Self.rounded)
    lumaPSNR = comparison.lumaPSNR.map(Self.rounded)
    alphaError = comparison.alphaError
    worstFrame = comparison.worst.index
    frames = comparison.frames.map { frame in
      FrameJSON(
        index: frame.index, sourceIndex: frame.sourceIndex, start: TimeJSON(frame.start),
        duration: TimeJSON(frame.duration), ssim: Self.similarity(frame.ssim),
        ssimulacra2: frame.ssimulacra2.map(Self.score),
        libjxlSSIMULACRA2: frame.libjxlSSIMULACRA2.map(Self.score),
        psnr: frame.psnr.map(Self.rounded), lumaPSNR: frame.lumaPSNR.map(Self.rounded),
        worstX: frame.worstWindow.x, worstY: frame.worstWindow.y,
        worstSSIM: Self.similarity(frame.worstWindowSSIM), alphaError: frame.alphaError,
        bytes: frame.byteCount)
    }
  }

  /// To six decimals, to hide differences between machines.
  static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

  /// To four decimals, which is more than is significant; 100 only for identical images.
  static func score(_ value: Double) -> Double {
    value < 100 ? min((value * 1e4).rounded() / 1e4, 99.9999) : value
  }

  /// Also rounded; 1 only for identical images.
  static func similarity(_ value: Double) -> Double {
    value < 1 ? min(rounded(value), 0.999999) : value
  }
}
