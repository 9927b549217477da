internal import Messages
internal import Raster

extension ShapingPlan {
  /// What is to be said where transparency is lost.
  ///
  /// - Parameter keeper: who keeps it, and the verb: `VP9 keeps`.
  func noteOfFlattening(keeper: String) -> [Message] {
    guard alpha == .matte, hasTransparency else { return [] }
    return [
      "transparency is flattened onto \(matte); \(setting: "matte") chooses the colour, \(keeper) "
        + "transparency"
    ]
  }
}
