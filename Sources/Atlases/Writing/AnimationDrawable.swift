/// The XML of an Android `AnimationDrawable`: drawables and their durations.
package struct AnimationDrawable: Sendable, Hashable {
  package var items: [Item]
  /// Whether it is played once and stops on its last frame, or forever; the format has no other
  /// loop counts.
  package var isOneShot: Bool

  package init(items: [Item], isOneShot: Bool) {
    self.items = items
    self.isOneShot = isOneShot
  }

  /// One frame.
  package struct Item: Sendable, Hashable {
    /// The name of the resource; see ``AnimationDrawable/isResourceName(_:)``.
    package var drawable: String
    package var milliseconds: Int64

    package init(drawable: String, milliseconds: Int64) {
      self.drawable = drawable
      self.milliseconds = milliseconds
    }
  }

  /// Whether a file in `res/drawable` can have this name without its extension: it starts with `a`
  /// to `z`, followed by letters, digits and underscores. Java keywords are excluded, because
  /// `R.drawable.class` would not compile.
  package static func isResourceName(_ name: String) -> Bool {
    if javaWords.contains(name) { return false }
    guard let first = name.utf8.first, 0x61...0x7A ~= first else { return false }
    return name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
  }

  /// The rule for a name, for messages.
  package static let namingRule =
    "a resource name is a letter followed by letters, digits and underscores, all in lower "
    + "case, and not a word of Java"

  /// Words that cannot be a field of a Java class (The Java Language Specification, 3.9 and 3.10).
  private static let javaWords: Set<String> = [
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const",
    "continue", "default", "do", "double", "else", "enum", "extends", "false", "final", "finally",
    "float", "for", "goto", "if", "implements", "import", "instanceof", "int", "interface", "long",
    "native", "new", "null", "package", "private", "protected", "public", "return", "short",
    "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws",
    "transient", "true", "try", "void", "volatile", "while",
  ]

  /// The resource. Names of drawables must be resource names.
  package var text: String {
    precondition(items.allSatisfy { Self.isResourceName($0.drawable) }, "names of resources")
    var text = """
      <?xml version="1.0" encoding="utf-8"?>
      <animation-list xmlns:android="http://schemas.android.com/apk/res/android"
          android:oneshot="\(isOneShot)">

      """
    for item in items {
      text += "    <item android:drawable=\"@drawable/\(item.drawable)\""
      text += " android:duration=\"\(item.milliseconds)\" />\n"
    }
    return text + "</animation-list>\n"
  }
}
