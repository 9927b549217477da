internal import TextFormats

/// The `Contents.json` of an Apple imageset or of a folder of imagesets.
package struct ImageSetText: Sendable, Hashable {
  /// The image at a scale.
  package struct Image: Sendable, Hashable {
    package var fileName: String
    /// 1, 2 or 3.
    package var scale: Int

    package init(fileName: String, scale: Int) {
      self.fileName = fileName
      self.scale = scale
    }
  }

  package var images: [Image]
  /// Whether images are drawn in the tint colour.
  package var isTemplate: Bool

  package init(images: [Image], isTemplate: Bool = false) {
    self.images = images
    self.isTemplate = isTemplate
  }

  /// The file inside the imageset.
  package var bytes: [UInt8] {
    let list = images.map { image in
      JSONOutput.object(
        [
          ("filename", .text(image.fileName)), ("idiom", .text("universal")),
          ("scale", .text("\(image.scale)x")),
        ], .inline)
    }
    var members: [(key: String, value: JSONOutput)] = [("images", .list(list)), Self.info]
    if isTemplate {
      members.append(
        ("properties", .object([("template-rendering-intent", .text("template"))], .inline)))
    }
    return JSONOutput.object(members).bytes
  }

  /// The file inside a folder of imagesets, such as an asset catalog.
  package static var catalog: [UInt8] { JSONOutput.object([info]).bytes }

  private static var info: (key: String, value: JSONOutput) {
    ("info", .object([("author", .text("xcode")), ("version", .integer(1))], .inline))
  }
}
