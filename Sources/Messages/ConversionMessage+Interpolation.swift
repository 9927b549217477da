extension ConversionMessage: ExpressibleByStringInterpolation {
  /// Text without settings.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Text with names of settings.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.message
  }

  /// The possible contents of a message besides text.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = ConversionMessage("")

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
    public mutating func appendInterpolation(_ other: ConversionMessage) {
      message = message + other
    }

    /// A setting: `--range`, `timing.edits.range`.
    public mutating func appendInterpolation(_ name: SettingName) {
      append(name, nil, nil)
    }

    /// A setting by another of its properties.
    ///
    /// - Parameter property: nil for the main one.
    public mutating func appendInterpolation(_ name: SettingName, at property: String?) {
      append(name, nil, property)
    }

    /// A setting with a value: `--max-bytes 1234`, `sizeTarget.maxBytes = 1234`.
    ///
    /// - Parameter inSwift: the value in Swift; nil if it is the same.
    public mutating func appendInterpolation<Value>(
      _ name: SettingName, _ value: Value, swift inSwift: String? = nil, at property: String? = nil
    ) {
      let text = String(describing: value)
      append(name, ConversionMessage.Value(text: text, inSwift: inSwift ?? text), property)
    }

    /// A switch, on or off: `--no-trim`, `sheet.trims = false`.
    public mutating func appendInterpolation(
      _ name: SettingName, _ value: Bool, at property: String? = nil
    ) {
      append(
        name, ConversionMessage.Value(text: "\(value)", inSwift: "\(value)", isTruth: true),
        property)
    }

    /// A setting with a named value: `--gaps hold`, `reading.folder.gaps = .hold`.
    public mutating func appendInterpolation(
      _ name: SettingName, case value: String, at property: String? = nil
    ) {
      appendInterpolation(name, value, swift: ".\(value)", at: property)
    }

    /// An option that sets a property to a value: `--alpha-pair`, `shaping.alpha = .pair`.
    public mutating func appendInterpolation(_ name: SettingName, swift statement: String) {
      append(name, nil, statement)
    }

    /// Another value of the previous setting: `contain`, `.contain`.
    public mutating func appendInterpolation(value: String, swift inSwift: String) {
      message.append(.value(ConversionMessage.Value(text: value, inSwift: inSwift)))
    }

    private mutating func append(
      _ name: SettingName, _ value: ConversionMessage.Value?, _ property: String?
    ) {
      message.append(.setting(name.text, value, property: property ?? name.property))
    }
  }
}
