/// Why a text is not valid in its language.
///
/// The reader of the description adds the file's name and interprets the error.
package enum TextError: Error, Hashable, CustomStringConvertible {
  /// The bytes are not valid in the language that their beginning suggests.
  case syntax(language: String, detail: String, byteOffset: Int)
  /// A rule of a format based on the language is broken, such as a property list's in XML.
  case malformed(language: String, detail: String)
  /// The text exceeds a limit.
  case limitExceeded(limit: Limit, value: Int, allowed: Int)

  /// Which limit.
  package enum Limit: Hashable, Sendable {
    case bytes, depth, values
  }

  /// The reason, without the file's name and without a full stop.
  package var description: String {
    switch self {
    case .syntax(let language, let detail, let offset):
      "not valid \(language): \(detail) (at byte \(offset))"
    case .malformed(let language, let detail): "not valid \(language): \(detail)"
    case .limitExceeded(let limit, let value, let allowed):
      "\(limit.title) is \(value), over the limit of \(allowed)"
    }
  }
}

extension TextError.Limit {
  fileprivate var title: String {
    switch self {
    case .bytes: "the size of the description in bytes"
    case .depth: "the depth of the description"
    case .values: "the number of values in the description"
    }
  }
}
