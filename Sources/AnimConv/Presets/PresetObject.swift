internal import TextFormats

/// An object of a preset file, with accessors whose errors name the place.
struct PresetObject {
  let json: JSONValue
  /// Its name in messages: `the preset`, `outputs[1]`.
  let place: String

  init(_ json: JSONValue, place: String) {
    self.json = json
    self.place = place
  }

  /// Throws if it is not an object, or if a key is not among `keys` or occurs twice.
  func check(keys: [String]) throws(PresetError) {
    guard json.isObject else { throw .invalid(place: place, expectation: "an object") }
    var seen: Set<String> = []
    for (key, _) in json.members {
      guard keys.contains(key) else {
        throw .unknownKey(
          key, place: place, nearest: NearestName.nearest(to: key, among: keys))
      }
      guard seen.insert(key).inserted else {
        throw .invalid(place: "\(place).\(key)", expectation: "one value, not two")
      }
    }
  }

  func text(_ key: String) throws(PresetError) -> String {
    guard let text = try optionalText(key) else { throw .missingKey(key, place: place) }
    return text
  }

  func optionalText(_ key: String) throws(PresetError) -> String? {
    guard let value = json[key] else { return nil }
    guard let text = value.string else {
      throw .invalid(place: "\(place).\(key)", expectation: "a string")
    }
    return text
  }

  /// The preset's task; nil if it is not given.
  func task() throws(PresetError) -> PresetTask? {
    guard let name = try optionalText("task") else { return nil }
    if let task = PresetTask(rawValue: name) { return task }
    let names = PresetTask.allCases.map(\.rawValue).joined(separator: ", ")
    throw .invalid(place: "\(place).task", expectation: "one of \(names)")
  }

  /// The objects of a list; nil if it is missing.
  func objects(_ key: String) throws(PresetError) -> [PresetObject]? {
    guard let value = json[key] else { return nil }
    guard value.isArray else { throw .invalid(place: "\(place).\(key)", expectation: "a list") }
    return value.elements.enumerated().map { PresetObject($1, place: "\(key)[\($0)]") }
  }

  /// The settings under a key; none if it is missing.
  func settings(_ key: String) throws(PresetError) -> ConversionSettings {
    guard let value = json[key] else { return ConversionSettings() }
    guard value.isObject else {
      throw .invalid(place: "\(place).\(key)", expectation: "an object")
    }
    do { return try ConversionSettings(json: value) } catch {
      throw .setting(error, place: "\(place).\(key)")
    }
  }

  /// The constraints under a key; none if it is missing.
  func constraints(_ key: String) throws(PresetError) -> [MediaConstraint] {
    guard let value = json[key] else { return [] }
    let block = PresetObject(value, place: "\(place).\(key)")
    try block.check(keys: MediaConstraint.Property.allCases.map(\.rawValue))
    var constraints: [MediaConstraint] = []
    for (name, value) in value.members {
      guard let property = MediaConstraint.Property(rawValue: name) else { continue }
      let entry = PresetObject(value, place: "\(block.place).\(name)")
      constraints.append(try entry.constraint(on: property))
    }
    return constraints
  }

  private func constraint(on property: MediaConstraint.Property) throws(PresetError)
    -> MediaConstraint
  {
    try check(keys: ["min", "max", "exact", "one-of", "is", "source", "date"])
    let source = try text("source")
    let date = try text("date")
    guard source.hasPrefix("https://") else {
      throw .invalid(place: "\(place).source", expectation: "an https URL")
    }
    guard Self.isDate(date) else {
      throw .invalid(place: "\(place).date", expectation: "a date such as 2026-11-21")
    }
    return MediaConstraint(property, try bound(property), source: source, date: date)
  }

  /// Whether a text is a calendar date, such as `2026-11-21`.
  private static func isDate(_ text: String) -> Bool {
    // Without a regular expression, which would take longer than reading all presets.
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  private func bound(_ property: MediaConstraint.Property) throws(PresetError)
    -> MediaConstraint.Bound
  {
    let least = try quantity("min")
    let most = try quantity("max")
    let wanted = try quantity("exact")
    let words = try words("one-of")
    let truth = json["is"]?.bool
    if let least, let most, least > most {
      throw .invalid(place: place, expectation: "min not above max")
    }
    // No measured value is ever 0, so no file would pass.
    for (key, value) in [("max", most), ("exact", wanted)]
    where value == MediaConstraint.Quantity(0) {
      throw .invalid(place: "\(place).\(key)", expectation: "a number above 0")
    }
    switch (property, least ?? most, wanted, words, truth) {
    case (.container, nil, nil, let words?, nil), (.codec, nil, nil, let words?, nil),
      (.pixelFormat, nil, nil, let words?, nil), (.orientation, nil, nil, let words?, nil):
      return .oneOf(words)
    case (.container, _, _, _, _), (.codec, _, _, _, _), (.pixelFormat, _, _, _, _),
      (.orientation, _, _, _, _):
      throw .invalid(place: place, expectation: "one-of with a list of names")
    case (.alpha, nil, nil, nil, let truth?), (.sound, nil, nil, nil, let truth?):
      return .equals(truth)
    case (.alpha, _, _, _, _), (.sound, _, _, _, _):
      throw .invalid(place: place, expectation: "is with true or false")
    case (_, _?, nil, nil, nil): return .range(min: least, max: most)
    case (_, nil, let wanted?, nil, nil): return .exactly(wanted)
    default: throw .invalid(place: place, expectation: "min, max or exact with a number")
    }
  }

  private func quantity(_ key: String) throws(PresetError) -> MediaConstraint.Quantity? {
    guard let value = json[key] else { return nil }
    guard let number = value.number.flatMap({ MediaConstraint.Quantity($0) }),
      number >= MediaConstraint.Quantity(0)
    else {
      throw .invalid(place: "\(place).\(key)", expectation: "a number from 0")
    }
    return number
  }

  private func words(_ key: String) throws(PresetError) -> [String]? {
    guard let value = json[key] else { return nil }
    let words = value.elements.map(\.string)
    guard value.isArray, !words.isEmpty, !words.contains(nil) else {
      throw .invalid(place: "\(place).\(key)", expectation: "a list of names")
    }
    return words.compactMap(\.self)
  }
}
