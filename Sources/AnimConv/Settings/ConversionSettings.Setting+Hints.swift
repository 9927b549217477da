internal import AnimTiming
internal import Messages
internal import Reading

extension ConversionSettings.Setting {
  /// A value for examples; nil if none is known.
  package var example: String? {
    // Usually, the first of several words is the default.
    ownExample ?? values.dropFirst().first
      ?? expectation.firstMatch(of: /such as ([^ ,]+)/).map { String($0.1) }
  }

  /// What to type instead of an invalid value; nil if unknown.
  package func hint(on text: String) -> String? {
    if key == .at,
      let number = text.split(separator: ",").map({ $0.drop { $0 == " " } }).first(where: {
        $0.allSatisfy(\.isNumber)
      }), RationalTime(String(number)) != nil
    {
      return "write \(number)s for the time, or f\(number) for the frame"
    }
    return nearest(to: text).map { "did you mean '\($0)'?" }
  }

  /// A suggestion for an invalid value; nil if there is no similar one.
  package func nearest(to text: String) -> String? {
    var attempts = [synonyms[text.lowercased()], text.lowercased()].compactMap(\.self)
    // Two dots are used for times.
    if key == .range { attempts.append(text.replacing("..", with: "...")) }
    if takesLists {
      let parts = text.split(separator: ",").map { part in
        values.contains(String(part))
          ? String(part)
          : NearestName.nearest(to: part.lowercased(), among: values) ?? String(part)
      }
      attempts.append(parts.joined(separator: ","))
    } else if let near = NearestName.nearest(to: text.lowercased(), among: values) {
      attempts.append(near)
    }
    return attempts.first { $0 != text && accepts($0) }
  }
}
