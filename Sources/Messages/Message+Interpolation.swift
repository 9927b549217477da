extension Message: ExpressibleByStringInterpolation {
  /// Text without settings.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Text with names of settings.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.message
  }

  /// What a message can contain besides text.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = Message("")

    /// Empty.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text.
    public mutating func appendLiteral(_ text: String) {
      message.append(.text(text))
    }

    /// Any value, by its description.
    public mutating func appendInterpolation<Value>(_ value: Value) {
      message.append(.text(String(describing: value)))
    }

    /// A message with its settings.
    public mutating func appendInterpolation(_ other: Message) {
      message = message + other
    }

    /// A setting: `--range`, `timing.edits.range`.
    ///
    /// - Parameters:
    ///   - name: the long option without dashes.
    ///   - property: the property to name if the setting has several; nil for the main one.
    public mutating func appendInterpolation(setting name: String, at property: String? = nil) {
      append(name, nil, property)
    }

    /// A setting with a value: `--max-bytes 1234`, `sizeTarget.maxBytes = 1234`.
    ///
    /// - Parameter inSwift: the value in Swift; nil if it is the same.
    public mutating func appendInterpolation<Value>(
      setting name: String, _ value: Value, swift inSwift: String? = nil,
      at property: String? = nil
    ) {
      let text = String(describing: value)
      append(name, Message.Value(text: text, inSwift: inSwift ?? text), property)
    }

    /// A switch, on or off: `--no-trim`, `sheet.trims = false`.
    public mutating func appendInterpolation(
      setting name: String, _ value: Bool, at property: String? = nil
    ) {
      append(name, Message.Value(text: "\(value)", inSwift: "\(value)", isTruth: true), property)
    }

    /// A setting with a named value: `--gaps hold`, `reading.folder.gaps = .hold`.
    public mutating func appendInterpolation(
      setting name: String, case value: String, at property: String? = nil
    ) {
      appendInterpolation(setting: name, value, swift: ".\(value)", at: property)
    }

    /// An option that sets a property to a value: `--alpha-pair`, `shaping.alpha = .pair`.
    public mutating func appendInterpolation(option name: String, swift statement: String) {
      message.append(.setting(name, nil, property: statement))
    }

    /// Another value of the previous setting: `contain`, `.contain`.
    public mutating func appendInterpolation(value: String, swift inSwift: String) {
      message.append(.value(Message.Value(text: value, inSwift: inSwift)))
    }

    private mutating func append(_ name: String, _ value: Message.Value?, _ property: String?) {
      message.append(
        .setting(name, value, property: property ?? SettingProperties.all[name] ?? name))
    }
  }
}
