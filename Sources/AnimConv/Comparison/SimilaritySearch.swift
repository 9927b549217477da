package import Messages
internal import OutputFiles
internal import Raster
internal import Reading
package import Stages
internal import TextFormats
internal import Writing

/// Finds the smallest output that is still similar enough to its source.
///
/// ```swift
/// let found = try await SimilaritySearch(conversion, ssim: 0.98).run()
/// try await Converter(found).run()
/// ```
///
/// It tries qualities by bisection. Each try is a whole conversion into memory, whose mean
/// structural similarity is measured as ``Comparison`` does. There are at most six tries, because
/// no quality scale has more than 63 steps.
public struct SimilaritySearch: Sendable {
  /// One conversion of a search.
  public struct Try: Sendable, Hashable {
    /// From 1.
    public let number: Int
    /// The quality: `crf 31`, `quality 80`.
    public let quality: String
    /// The mean structural similarity of its frames.
    public let ssim: Double
    /// Bytes of the output.
    public let byteCount: Int64
    /// Whether it is similar enough.
    public let suffices: Bool
  }

  /// The conversion to search for.
  public let conversion: Conversion
  /// The lowest acceptable mean structural similarity, from 0 to 1.
  public let ssim: Double

  /// - Parameters:
  ///   - conversion: its input must be readable several times; its constant rate factor or quality
  ///     is ignored.
  ///   - ssim: from 0 to 1.
  public init(_ conversion: Conversion, ssim: Double) {
    self.conversion = conversion
    self.ssim = ssim
  }

  /// Tries qualities until the smallest output is found.
  ///
  /// - Parameter onTry: called after each try.
  /// - Returns: the conversion with its quality set.
  /// - Throws: ``ConversionError`` of the kind ``FailureKind/constraint`` if no quality suffices,
  ///   and ``FailureKind/usage`` for an output without a quality.
  /// - Complexity: up to six conversions and comparisons. Outputs are held in memory, and the
  ///   source's frames if they fit.
  public func run(onTry: (Try) -> Void = { _ in }) async throws -> Conversion {
    let qualities = try await qualities()
    // Decoded once for all tries, if memory suffices.
    let held = try await HeldFrames.of(conversion.input, reading: conversion.reading)
    let input = held?.input ?? conversion.input
    var tries: [Try] = []
    // The last quality known to suffice, and the first known not to.
    var (enough, tooLittle) = (-1, qualities.count)
    while tooLittle - enough > 1 {
      let middle = (enough + tooLittle) / 2
      let found = try await attempt(
        qualities[middle], of: input, number: tries.count + 1)
      tries.append(found)
      onTry(found)
      if found.suffices { enough = middle } else { tooLittle = middle }
    }
    guard enough >= 0 else {
      throw ConversionError.wrapping(
        SimilarityError.unreachable(ssim: ssim, best: tries.map(\.ssim).max() ?? 0),
        file: conversion.output.name, stage: .checking)
    }
    var result = conversion
    qualities[enough].apply(&result)
    return result
  }

  private func attempt(
    _ quality: SizeChoice, of input: AnimationInput, number: Int
  ) async throws -> Try {
    let bytes = OutputBytes(name: conversion.output.name)
    var attempt = conversion
    attempt.input = input
    attempt.kind = try conversion.settledKind
    attempt.output = .bytes(bytes)
    quality.apply(&attempt)
    let report = try await Converter(attempt).run()
    let made = bytes.value
    let comparison = try await Comparison(
      of: .bytes(made, name: bytes.name), made: attempt, plan: report.plan,
      measuresSSIMULACRA2: false)
    return Try(
      number: number, quality: quality.title, ssim: comparison.ssim, byteCount: Int64(made.count),
      suffices: comparison.ssim >= ssim)
  }

  /// From the best to the worst.
  private func qualities() async throws -> [SizeChoice] {
    let plan = try await Converter(conversion).plan()
    if let range = plan.outputs.first?.encoding?.codec.crfRange {
      // At 0, some codecs are lossless.
      return (max(1, range.lowerBound)...range.upperBound).map { crf in
        SizeChoice(title: "crf \(crf)") { $0.video.crf = crf }
      }
    }
    guard [.gif, .webp, .avif].contains(plan.kind) else {
      throw ConversionError.wrapping(
        SimilarityError.noQuality(kind: plan.kind.title), file: conversion.output.name,
        stage: .planning)
    }
    return stride(from: 100, through: 2, by: -2).map { (quality: Int) in
      SizeChoice(title: "quality \(quality)") { $0.image.quality = quality }
    }
  }
}

/// Why no quality was found.
package enum SimilarityError: Error, Sendable, Hashable {
  /// The best quality is not similar enough.
  case unreachable(ssim: Double, best: Double)
  /// The output is lossless, or its quality is not a number.
  case noQuality(kind: String)
}

extension SimilarityError: StageFailure {
  package var stage: ConversionStage { if case .noQuality = self { .planning } else { .checking } }
  package var kind: FailureKind { if case .noQuality = self { .usage } else { .constraint } }
  package var frame: Int? { nil }

  package var reason: Message {
    switch self {
    case .unreachable(let ssim, let best):
      "no quality has an SSIM of at least \(ssim); the best has \(fixedDecimals(max(0, best), 4, rounding: .towardZero))"
    case .noQuality(let kind): "\(kind) has no quality to choose by its SSIM"
    }
  }

  package var remedy: Message? {
    switch self {
    case .unreachable: "ask for less"
    case .noQuality: "choose a video with a constant rate factor, a GIF, a WebP or an AVIF"
    }
  }
}
