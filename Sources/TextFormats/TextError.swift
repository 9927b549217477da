/// Why a text cannot be read as the language that it should be in.
///
/// What a reader of descriptions makes of it, and which file it is about, is that reader's business.
package enum TextError: Error, Hashable, CustomStringConvertible {
  /// The bytes are not the language that they start like.
  case syntax(language: String, detail: String, byteOffset: Int)
  /// A rule of what is built on the language is broken, as of a property list on XML.
  case malformed(language: String, detail: String)
  /// More than a text may have.
  case limitExceeded(limit: Limit, value: Int, allowed: Int)

  /// Which limit.
  package enum Limit: Hashable, Sendable {
    case bytes, depth, values
  }

  /// Why, without the file's name and without a full stop.
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
