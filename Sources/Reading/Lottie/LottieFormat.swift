internal import Stages

extension InputFormat {
  /// Lottie as JSON, or in gzip like Telegram's stickers. dotLottie is an archive; see
  /// ``LottieArchive``.
  static let lottie = InputFormat(
    .lottie, nil,
    reader: .frames { source, options in
      let text = try LottieFile.text(of: source, limits: options.limits)
      let document = try LottieDocument(LottieFile.json(text), limits: options.limits)
      return try LottieSource(document, byteCount: source.byteCount, options: options)
    }
  ) { LottieFile.starts($0) }
}
