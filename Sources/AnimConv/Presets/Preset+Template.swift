internal import TextFormats
internal import Writing

extension Preset {
  /// A preset file with the same choices under another name, for users to edit. Everything that the
  /// preset extends is written out, so reading the file gives equal outputs.
  package func template(named name: String) -> String {
    var members: [Member] = [
      ("name", .text(name)), ("description", .text(description)), ("task", .text(task.rawValue)),
    ]
    if outputs.count == 1, outputs[0].format == .any {
      members += outputs[0].choices
    } else {
      members.append(("outputs", .list(outputs.map { .object($0.heading + $0.choices) })))
    }
    return String(decoding: JSONOutput.object(members).bytes, as: UTF8.self)
  }
}

private typealias Member = (key: String, value: JSONOutput)

extension Preset.Output {
  /// Name, suffix and extension.
  fileprivate var heading: [Member] {
    var members: [Member] = [("name", .text(name))]
    if !suffix.isEmpty { members.append(("suffix", .text(suffix))) }
    if let fileExtension, impliesContainer { members.append(("extension", .text(fileExtension))) }
    return members
  }

  /// Whether the extension alone determines what is written.
  private var impliesContainer: Bool {
    guard let fileExtension else { return false }
    return settings.outputKind.map { OutputKind(fileExtension: fileExtension) == $0 } ?? true
  }

  /// Settings and constraints, where there are any.
  fileprivate var choices: [Member] {
    let names = settings.names.filter { $0 != "container" || !impliesContainer }
    var members: [Member] = []
    if !names.isEmpty {
      members.append(
        ("settings", .object(names.map { ($0, Self.json(settings[$0] ?? "", of: $0)) })))
    }
    if !constraints.isEmpty {
      members.append(
        (
          "constraints",
          .object(constraints.map { ($0.property.rawValue, .object($0.members)) })
        ))
    }
    return members
  }

  /// A value as preset files write it: switches and whole numbers bare, anything else in quotes.
  private static func json(_ text: String, of name: String) -> JSONOutput {
    guard let setting = ConversionSettings.Setting.byName[name] else { return .text(text) }
    if setting.isSwitch { return .truth(text == "true") }
    guard setting.isWholeNumber, let number = ExactDecimal(text) else {
      return .text(text)
    }
    return .number(number)
  }
}

extension MediaConstraint {
  fileprivate var members: [Member] {
    func number(_ quantity: MediaConstraint.Quantity) -> JSONOutput {
      ExactDecimal("\(quantity)").map(JSONOutput.number) ?? .text("\(quantity)")
    }
    var members: [Member] =
      switch bound {
      case .range(let least, let most):
        [("min", least), ("max", most)].compactMap { key, value in
          value.map { (key, number($0)) }
        }
      case .exactly(let value): [("exact", number(value))]
      case .oneOf(let words): [("one-of", .list(words.map(JSONOutput.text), .inline))]
      case .equals(let truth): [("is", .truth(truth))]
      }
    if let source { members.append(("source", .text(source))) }
    if let date { members.append(("date", .text(date))) }
    return members
  }
}
