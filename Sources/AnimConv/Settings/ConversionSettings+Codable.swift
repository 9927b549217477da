/// Settings are what a program stores of a ``Conversion``. The conversion itself is not `Codable`,
/// because its input can be bytes, an open descriptor or a source of the program. Store these
/// settings, and the paths of input and output:
///
/// ```swift
/// struct Job: Codable {
///   var input: String
///   var output: String
///   var settings: ConversionSettings
///
///   func conversion() throws -> Conversion {
///     var conversion = Conversion(input: .init(input), output: .init(output))
///     try settings.apply(to: &conversion)
///     return conversion
///   }
/// }
/// ```
extension ConversionSettings: Codable {
  /// The name of a setting.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Decodes an object with the text of every setting: `{"crf": "18", "scale": "640x-1"}`.
  ///
  /// - Throws: `DecodingError` for an unknown name and for a value that the setting rejects. The
  ///   underlying error is a ``SettingError``. Settings that contradict each other are rejected by
  ///   ``apply(to:)``.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Name.self)
    // Sorted, so that the same mistake is reported in every run.
    for name in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      let text = try container.decode(String.self, forKey: name)
      do {
        try set(name.stringValue, to: text)
      } catch {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: container.codingPath + [name],
            debugDescription: error.message.text(.names), underlyingError: error))
      }
    }
  }

  /// Encodes an object with the text of every setting.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for name in names { try container.encode(self[name], forKey: Name(stringValue: name)) }
  }
}
