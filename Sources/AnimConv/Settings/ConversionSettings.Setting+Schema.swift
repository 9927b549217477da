internal import TextFormats

extension ConversionSettings.Setting {
  /// The members of `settings` in the JSON schema of presets, a line for each setting.
  package static var schema: String {
    let lines = all.map { "        \(jsonText($0.name)): { \($0.schemaMembers) }" }
    return lines.joined(separator: ",\n")
  }

  private var schemaMembers: String {
    let description = "\"description\": \(jsonText(expectation)), "
    func reference(_ name: String) -> String { "\"$ref\": \"#/$defs/\(name)\"" }
    if isSwitch { return description + reference("truth") }
    if isWholeNumber {
      return description + reference("whole")
        + (least.map { ", \"minimum\": \($0)" } ?? "") + (most.map { ", \"maximum\": \($0)" } ?? "")
    }
    guard isChoice else { return description + reference("value") }
    let words = values.map { jsonText($0) } + values.filter { Int($0) != nil }
    return description + "\"enum\": [\(words.joined(separator: ", "))]"
  }

  /// Whether its words are all that it accepts.
  private var isChoice: Bool { expectation == values.alternatives && !takesLists }
}
