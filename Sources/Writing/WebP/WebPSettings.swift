/// How an animated WebP is coded.
package struct WebPSettings: Sendable, Hashable {
  package var mode = WebPMode.auto
  /// From 1 to 100.
  package var quality = 75
  /// From 1 to 100, exact.
  package var alphaQuality = 100
  /// From 0, fast, to 9, small.
  package var effort = 4

  /// Pixels that a side may have.
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

  /// Enough to tell how lossless coding would do.
  var probe: WebPCoding { WebPCoding(method: 0, search: 0) }

  /// Whether ways are tried of which one is likely to be the smaller.
  var triesAll: Bool { effort >= 4 }
  /// Whether what is clear is not tried.
  var triesBoth: Bool { effort >= 2 }
}
