internal import Messages
internal import Raster

extension ShapingPlan {
  /// The note for lost transparency.
  ///
  /// - Parameter keeper: what keeps the transparency, with its verb: `VP9 keeps`.
  func noteOfFlattening(keeper: String) -> [ConversionMessage] {
    guard alpha == .matte, hasTransparency else { return [] }
    return [
      "transparency is flattened onto \(matte); \(.matte) chooses the colour, \(keeper) "
        + "transparency"
    ]
  }
}
