/// The settings of libjxl's modular mode.
struct JXLCoding {
  let effort: Int32
  /// -1 lets libjxl choose, as for the group size.
  var predictor: Int32 = -1
  /// The exponent of 2, minus 7.
  var groupSize: Int32 = -1
  var decodingSpeed: Int32 = 0

  /// Chooses the predictor for each pixel.
  static func prediction(effort: Int32) -> JXLCoding {
    JXLCoding(effort: effort, predictor: 15, groupSize: 3)
  }

  /// Refers to earlier runs of equal pixels (LZ77) and predicts nothing, which only a decoding speed
  /// of 3 or 4 selects below effort 8. It needs a quarter of the time of prediction and fewer bytes for
  /// flat or dithered pictures of few colours.
  static let repetition = JXLCoding(effort: 7, predictor: 0, groupSize: 3, decodingSpeed: 3)
}

/// The ways to store a frame that are tried to find the shortest.
enum JXLSearch {
  /// One way: unchanged pixels are left out if possible.
  case none
  /// If the fast coding can be the shortest, it decides whether unchanged pixels are left out.
  case guided
  case all
}
