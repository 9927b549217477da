internal import Stages
internal import TextFormats

/// A `sprite` of TexturePacker's generic XML: `n`, `x`, `y`, `w`, `h`; for a trimmed one `oX`,
/// `oY`, `oW` and `oH`; `r="y"` if it was rotated clockwise.
struct GenericSprite {
  private let attributes: [String: String]

  init(_ attributes: [String: String]) { self.attributes = attributes }

  /// - Throws: ``AtlasError/malformedEntry(format:entry:detail:)``.
  var frame: AtlasBuilder.RawFrame {
    get throws {
      var frame = AtlasBuilder.RawFrame(
        name: attributes["n"] ?? "", x: try needed("x"), y: try needed("y"),
        width: try needed("w"), height: try needed("h"))
      frame.offsetX = try integer("oX") ?? 0
      frame.offsetY = try integer("oY") ?? 0
      if let width = try integer("oW"), let height = try integer("oH"), width > 0, height > 0 {
        (frame.sourceWidth, frame.sourceHeight) = (width, height)
      }
      if ["y", "true", "1"].contains(attributes["r"]?.lowercased()) {
        frame.rotation = .clockwise
        frame.sizeIsUpright = !fits(frame, frame.height, frame.width)
      }
      return frame
    }
  }

  /// Whether the stored size fits the full frame after rotation; otherwise the size is already
  /// upright.
  private func fits(_ frame: AtlasBuilder.RawFrame, _ width: Int64, _ height: Int64) -> Bool {
    guard let full = frame.sourceWidth, let fullHeight = frame.sourceHeight else { return true }
    return width <= full && height <= fullHeight
  }

  private func integer(_ key: String) throws -> Int64? {
    guard let text = attributes[key] else { return nil }
    guard let value = ExactDecimal(text)?.integer else {
      throw error("\(key) is not a whole number")
    }
    return value
  }

  private func needed(_ key: String) throws -> Int64 {
    guard let value = try integer(key) else { throw error("\(key) is missing") }
    return value
  }

  private func error(_ detail: String) -> AtlasError {
    .malformedEntry(format: .starling, entry: attributes["n"] ?? "", detail: detail)
  }
}
