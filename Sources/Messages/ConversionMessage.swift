/// A sentence, or part of one, that can name settings.
///
/// The name of a setting depends on the reader: the command line has options, programs have
/// properties, presets and batch files have names. A message keeps the setting and inserts its name
/// when it becomes text.
///
/// ```swift
/// let remedy: Message = "allow \(.maxBytes, 1234)"
/// remedy.description       // allow sizeTarget.maxBytes = 1234
/// remedy.text(.options)    // allow --max-bytes 1234
/// remedy.text(.names)      // allow max-bytes 1234
/// ```
public struct ConversionMessage: Sendable, Hashable {
  /// How to name settings.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// As on the command line: `--range`.
    case options
    /// As in Swift: `timing.edits.range`, from a conversion.
    case properties
    /// As in presets and batch files: `range`.
    case names
  }

  /// A value of a setting.
  struct Value: Sendable, Hashable {
    /// The value on the command line and in files.
    let text: String
    let inSwift: String
    /// Whether it turns a switch on or off.
    var isTruth = false
  }

  enum Part: Sendable, Hashable {
    case text(String)
    case setting(String, Value?, property: String)
    case value(Value)
  }

  private(set) var parts: [Part] = []

  /// A text without settings.
  public init(_ text: String) {
    append(text)
  }

  /// The message with settings named in this style.
  public func text(_ style: Style) -> String {
    var text = ""
    for index in parts.indices {
      switch parts[index] {
      // Options are separated by spaces, properties by commas.
      case .text(" ") where style == .properties && isBetweenSettings(index): text += " and "
      case .text(let words): text += words
      case .value(let value): text += style == .properties ? value.inSwift : value.text
      case .setting(let name, let value, let property):
        text += style.name(name, value, property: property)
      }
    }
    return text
  }

  private func isBetweenSettings(_ index: Int) -> Bool {
    guard index > 0, index + 1 < parts.count, case .setting = parts[index - 1],
      case .setting = parts[index + 1]
    else { return false }
    return true
  }

  mutating func append(_ part: Part) {
    if case .text(let text) = part { append(text) } else { parts.append(part) }
  }

  /// Neighbouring texts are joined, so that equal messages are equal however they were made.
  private mutating func append(_ text: String) {
    if text.isEmpty { return }
    if case .text(let before)? = parts.last {
      parts[parts.count - 1] = .text(before + text)
    } else {
      parts.append(.text(text))
    }
  }

  /// Joins two messages.
  public static func + (left: ConversionMessage, right: ConversionMessage) -> ConversionMessage {
    var sum = left
    for part in right.parts { sum.append(part) }
    return sum
  }
}

extension ConversionMessage: CustomStringConvertible {
  /// The message with settings as properties.
  public var description: String { text(.properties) }
}

extension ConversionMessage.Style {
  fileprivate func name(_ name: String, _ value: ConversionMessage.Value?, property: String)
    -> String
  {
    switch self {
    case .properties: property + (value.map { " = \($0.inSwift)" } ?? "")
    // Switches have no values.
    case .options where value?.isTruth == true:
      "--" + (value?.text == "false" ? "no-" : "") + name
    case .options: "--\(name)" + (value.map { " \($0.text)" } ?? "")
    case .names: name + (value.map { " \($0.text)" } ?? "")
    }
  }
}

extension Sequence<ConversionMessage> {
  package func joined(separator: ConversionMessage) -> ConversionMessage {
    var sum = ConversionMessage("")
    for (index, message) in enumerated() { sum = index == 0 ? message : sum + separator + message }
    return sum
  }
}
