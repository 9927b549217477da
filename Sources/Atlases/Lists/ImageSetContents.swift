internal import Stages
package import TextFormats

/// The `Contents.json` of an Apple imageset: one image at several scales.
///
/// Only the names in it count; a suffix such as `@2x` has no meaning here.
package struct ImageSetContents: Sendable, Hashable {
  /// The images in file order, without empty slots.
  package var images: [Image]

  /// One picture.
  package struct Image: Sendable, Hashable {
    /// Its file, untrusted.
    package var file: String
    /// Pixels per point; nil if the image serves every scale.
    package var scale: ExactDecimal?
    /// The kind of device, `universal` for all.
    var idiom: String
  }

  /// Reads a `Contents.json`.
  ///
  /// - Throws: ``AtlasError``; ``ReadingError/noFrames`` if no slot has an image.
  static func read(_ json: JSONValue, limits: ReadingLimits) throws -> ImageSetContents {
    guard let list = json["images"], list.isArray else {
      throw AtlasError.malformed(format: .imageset, detail: "images is not a list")
    }
    var images: [Image] = []
    for (index, json) in list.elements.enumerated() {
      guard let file = json["filename"] else { continue }
      let entry = JSONEntry(format: .imageset, name: "\(index)", json: json)
      guard let name = file.string else { throw entry.error("filename is not a string") }
      var scale: ExactDecimal?
      if let value = json["scale"] {
        guard let text = value.string, text.hasSuffix("x"),
          let number = ExactDecimal(text.dropLast()), number.significand > 0
        else { throw entry.error("scale is not 1x, 2x or 3x") }
        scale = number
      }
      guard images.count < limits.maxFrames else {
        throw ReadingError.limitExceeded(
          limit: .frames, value: images.count + 1, allowed: limits.maxFrames)
      }
      images.append(Image(file: name, scale: scale, idiom: json["idiom"]?.string ?? "universal"))
    }
    guard !images.isEmpty else { throw ReadingError.noFrames }
    return ImageSetContents(images: images)
  }

  /// The image for a scale: an exact match, universal first; otherwise one for every scale;
  /// otherwise nil.
  package func image(scale: ExactDecimal) -> Image? {
    let matching = images.filter { $0.scale == scale }
    return matching.first { $0.idiom == "universal" } ?? matching.first
      ?? images.first { $0.scale == nil }
  }

  /// The image with the most pixels per point.
  package var largest: Image? {
    images.max { a, b in
      let (left, right) = (a.scale ?? ExactDecimal(1), b.scale ?? ExactDecimal(1))
      let exponent = min(left.exponent, right.exponent)
      return (left.shifted(by: left.exponent - exponent) ?? .max)
        < (right.shifted(by: right.exponent - exponent) ?? .max)
    }
  }
}
