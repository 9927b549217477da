internal import AnimTiming

/// Writes a style sheet with a class for each animation, and a page that shows them.
///
/// Frames in one row or column with equal durations that play forever are one run of `steps()`. All
/// others have one keyframe each, at the exact share of the duration, with `step-end` between them;
/// the last one is repeated at 100 %, so that a finite animation ends on it. Sizes are the image's
/// pixels divided by its scale. With reduced motion, the animation shows its first frame, or the
/// last frame of a finite animation.
enum CSSWriter {
  /// - Throws: ``AtlasWritingError``.
  static func contents(_ sheet: SheetDescription) throws -> [[UInt8]] {
    var rules: [String] = []
    var classes: [(name: String, label: String)] = []
    for animation in try sheet.animations() {
      let name = unique(SheetDescription.identifier(animation.name), classes.map(\.name))
      classes.append((name, animation.name))
      rules.append(try CSSAnimation(animation, name: name, sheet: sheet).rules)
    }
    return [Array(rules.joined(separator: "\n").utf8), Array(try html(sheet, classes).utf8)]
  }

  private static func html(
    _ sheet: SheetDescription, _ classes: [(name: String, label: String)]
  ) throws -> String {
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(try sheet.xml(sheet.baseName))</title>
      <link rel="stylesheet" href="\(SheetDescription.address(sheet.fileNames[0]))">
      </head>
      <body>

      """
    for (name, label) in classes {
      text += "<div class=\"\(name)\" role=\"img\" aria-label=\"\(try sheet.xml(label))\"></div>\n"
    }
    return text + "</body>\n</html>\n"
  }

  /// A unique name, with a number if needed.
  private static func unique(_ name: String, _ others: [String]) -> String {
    var candidate = name
    var number = 2
    while others.contains(candidate) {
      candidate = "\(name)-\(number)"
      number += 1
    }
    return candidate
  }
}
