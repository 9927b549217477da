/// The encoding of an animated WebP.
package struct WebPSettings: Sendable, Hashable {
  package var mode = WebPMode.auto
  /// From 1 to 100.
  package var quality = 75
  /// From 1 to 100, exact.
  package var alphaQuality = 100
  /// From 0 (fast) to 9 (small).
  package var effort = 4

  /// The longest side in pixels.
  package static let maxSide = WebPPicture.maxSide

  package init() {}

  var lossy: WebPCoding {
    WebPCoding(
      quality: quality, alphaQuality: alphaQuality, method: [0, 2, 3, 4, 5, 5, 6, 6, 6, 6][effort])
  }

  var lossless: WebPCoding {
    WebPCoding(
      method: [0, 1, 2, 3, 4, 4, 5, 6, 6, 6][effort],
      search: [0, 20, 40, 60, 75, 80, 80, 80, 90, 100][effort])
  }

  /// Enough to estimate lossless coding.
  var probe: WebPCoding { WebPCoding(method: 0, search: 0) }

  /// Whether several ways are tried although one is probably smaller.
  var triesAll: Bool { effort >= 4 }
  /// Whether obvious cases are not tried.
  var triesBoth: Bool { effort >= 2 }
}
