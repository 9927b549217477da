internal import Libav
internal import Stages

/// Text of untrusted files, made safe: bounded, and without characters that control terminals and
/// players.
enum TagText {
  /// The largest number of bytes of all tags together; further ones are left out.
  static let mostBytes = 1 << 16
  /// The largest number of bytes of a line, such as the title of a chapter. An MP4 cannot store
  /// longer ones.
  static let mostLineBytes = 255

  /// Readable tags, sorted by name, and the number of tags beyond ``mostBytes``.
  static func tags(
    _ entries: [ContainerText.Entry]
  ) -> (kept: [MediaContents.Tag], omitted: Int) {
    var omitted = 0
    var left = mostBytes
    var seen: Set<String> = []
    var tags: [MediaContents.Tag] = []
    for entry in entries {
      let name = line(entry.name).lowercased()
      let value = clean(entry.value, keepsLines: true)
      guard !TechnicalTags.contains(name), !value.isEmpty, !name.isEmpty,
        seen.insert(name).inserted
      else { continue }
      let count = name.utf8.count + value.utf8.count
      if count > left {
        omitted += 1
        continue
      }
      left -= count
      tags.append(MediaContents.Tag(name: name, value: value))
    }
    return (tags.sorted { $0.name < $1.name }, omitted)
  }

  /// One line of at most ``mostLineBytes``.
  static func line(_ text: String) -> String {
    var line = ""
    for character in clean(text, keepsLines: false) {
      if line.utf8.count + character.utf8.count > mostLineBytes { break }
      line.append(character)
    }
    return line
  }

  private static func clean(_ text: String, keepsLines: Bool) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" {
        scalars.append(keepsLines ? scalar : " ")
      } else if !isHidden(scalar) {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// Control characters, and characters that change how other text appears.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }
}
