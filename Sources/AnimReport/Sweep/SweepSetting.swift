package import AnimConv
package import Messages
package import Stages

/// One combination of a sweep.
package struct SweepSetting: Sendable, Hashable {
  /// The encoding.
  package let codec: VideoCodec
  /// Constant rate factor, on the codec's own scale.
  package let crf: Int
  /// The value of the setting `scale`; nil for the source's size.
  package let scale: String?

  /// `H.264 crf 22`, or `AV1 crf 30, 50%`.
  package var title: String { "\(codec.title) crf \(crf)" + (scale.map { ", \($0)" } ?? "") }

  /// The container in which browsers play such videos.
  package var container: VideoContainer { VideoContainer.mp4.codecs.contains(codec) ? .mp4 : .webm }

  /// The distinguishing part of its file name: `-h264-crf22`.
  package var suffix: String {
    let size = scale.map { "-" + $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } } ?? ""
    return "-\(codec.rawValue)-crf\(crf)\(size)"
  }

  /// The settings for it, which the common ones override: an effort that was given does not apply
  /// to another codec.
  ///
  /// - Throws: ``SettingError``.
  func settings(with shared: ConversionSettings) throws(SettingError) -> ConversionSettings {
    var own = ConversionSettings()
    try own.set("codec", to: codec.rawValue)
    try own.set("crf", to: "\(crf)")
    if let scale { try own.set("scale", to: scale) }
    return own.overridden(by: shared)
  }
}

extension SweepSetting {
  /// Every combination, in the order of the lists.
  ///
  /// - Parameters:
  ///   - crfs: each is combined with each codec.
  ///   - scales: none for the source's size.
  /// - Throws: ``SweepError``.
  package static func combinations(
    _ codecs: [VideoCodec], crfs: [Int], scales: [String]
  ) throws(SweepError) -> [SweepSetting] {
    let sizes: [String?] = scales.isEmpty ? [nil] : scales
    guard codecs.count * crfs.count * sizes.count <= most else {
      throw .tooMany(count: codecs.count * crfs.count * sizes.count, allowed: most)
    }
    var settings: [SweepSetting] = []
    for codec in codecs {
      guard let range = codec.crfRange else { throw .noQuality(codec: codec.title) }
      for crf in crfs {
        guard range.contains(crf) else {
          throw .outOfRange(codec: codec.title, crf: crf, allowed: range)
        }
        settings += sizes.map { SweepSetting(codec: codec, crf: crf, scale: $0) }
      }
    }
    return settings
  }

  /// The largest number of settings on a page.
  package static let most = 500

  /// Unique numbers from a list of numbers and ranges: `18..32/2,40`; nil if it is invalid.
  package static func numbers(_ text: String) -> [Int]? {
    var numbers: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "/", omittingEmptySubsequences: false)
      let ends = halves[0].split(separator: ".", omittingEmptySubsequences: false)
      let step = halves.count == 2 ? Int(halves[1]) : 1
      guard halves.count <= 2, let step, step > 0 else { return nil }
      if ends.count == 1, halves.count == 1, let number = Int(ends[0]), number >= 0 {
        numbers.append(number)
      } else if ends.count == 3, ends[1].isEmpty, let first = Int(ends[0]), let last = Int(ends[2]),
        0 <= first, first <= last, last <= 1000
      {
        numbers += stride(from: first, through: last, by: step)
      } else {
        return nil
      }
    }
    var known: Set<Int> = []
    return numbers.filter { known.insert($0).inserted }
  }
}

/// Why a sweep cannot be made.
package enum SweepError: Error, Sendable, Hashable {
  /// The codec does not have this factor.
  case outOfRange(codec: String, crf: Int, allowed: ClosedRange<Int>)
  /// The codec has no constant rate factor.
  case noQuality(codec: String)
  case tooMany(count: Int, allowed: Int)
}

extension SweepError: StageFailure {
  package var stage: ConversionStage { .planning }
  package var kind: FailureKind { .usage }
  package var frame: Int? { nil }

  package var reason: ConversionMessage {
    switch self {
    case .outOfRange(let codec, let crf, let allowed):
      "\(codec) has constant rate factors from \(allowed.lowerBound) to \(allowed.upperBound), not "
        + "\(crf)"
    case .noQuality(let codec): "\(codec) has no constant rate factor"
    case .tooMany(let count, let allowed):
      "\(count) combinations are more than the \(allowed) that a page may have"
    }
  }

  package var remedy: ConversionMessage? {
    switch self {
    case .outOfRange: "sweep such codecs one by one"
    case .noQuality: "choose H.264, HEVC, AV1, VP9 or VP8"
    case .tooMany: "choose fewer values"
    }
  }
}
