internal import Raster
internal import TextFormats

/// Writes the `.tpsheet` for TexturePacker's Unity importer, one file per page. Rows are counted
/// from the bottom; every pivot is the frame's own or its centre.
enum UnityWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [[UInt8]] {
    try sheet.checkNamesAreUnique()
    return try sheet.atlas.pages.indices.map { page in
      let size = try sheet.pageSize(page)
      var text = """
        :format=40300
        :texture=\(try line(sheet.image(page), sheet))
        :size=\(size.width)x\(size.height)
        :pivotpoints=enabled
        :borders=disabled


        """
      for index in sheet.frames(on: page) {
        let frame = sheet.atlas.frames[index]
        let rect = frame.rect
        let (x, y) = pivot(frame)
        text += "\(escaped(try line(frame.name, sheet)));\(rect.x);\(size.height - rect.maxY);"
        text += "\(rect.width);\(rect.height); \(x);\(y); 0;0;0;0\n"
      }
      return Array(text.utf8)
    }
  }

  /// The pivot from the bottom left.
  private static func pivot(_ frame: AtlasFrame) -> (ExactDecimal, ExactDecimal) {
    guard let pivot = frame.pivot else {
      return (ExactDecimal(5, exponent: -1), ExactDecimal(5, exponent: -1))
    }
    guard let up = pivot.y.subtracted(from: 1) else { return (pivot.x, pivot.y) }
    return (pivot.x, up)
  }

  /// Throws if a name contains a line end or another control character.
  private static func line(_ name: String, _ sheet: SheetDescription) throws -> String {
    guard !name.isEmpty,
      !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else {
      throw AtlasWritingError.name(
        name, detail: "it must be a single line of text", format: sheet.format)
    }
    return name
  }

  /// A name without characters that have a meaning in a row; the importer restores them.
  private static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "%": text += "%25"
      case "#": text += "%23"
      case ":": text += "%3A"
      case ";": text += "%3B"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
