internal import Raster

extension ShapingPlan {
  /// The steps in order, as text; empty for the identity.
  package var steps: [String] {
    var steps: [String] = []
    switch dither?.pattern {
    case nil: break
    case .ordered: steps.append("take out the pattern of an ordered dither")
    case .diffused: steps.append("take out the noise of error diffusion")
    }
    if crop != PixelRect(source) { steps.append("crop \(crop)") }
    if let drawn {
      let filter = drawn.filter.map { " (\($0))" } ?? ""
      steps.append("draw \(crop.size) at \(scaled)\(filter)")
    } else if let filter {
      steps.append("scale \(crop.size) to \(scaled) (\(filter))")
    }
    if scaled.width < picture.width || scaled.height < picture.height {
      steps.append("centre on a transparent \(picture)")
    } else if scaled != picture {
      steps.append("cut \(picture) out of its middle")
    }
    switch alpha {
    case .keep: break
    case .template: steps.append("make every colour black")
    case .matte: if hasTransparency { steps.append("flatten onto \(matte)") }
    case .stacked:
      steps.append("stack colour above alpha, each half \(half)" + paddingNote)
    case .sideBySide:
      steps.append("put colour left and alpha right, each half \(half)" + paddingNote)
    case .pair: steps.append("split into colour and alpha, each \(picture)")
    case .mix: steps.append("alternate colour and alpha, each \(picture)")
    }
    return steps
  }

  private var paddingNote: String {
    if half.height > picture.height { return " with the last row repeated" }
    if half.width > picture.width { return " with the last column repeated" }
    return ""
  }
}
