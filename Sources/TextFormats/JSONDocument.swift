/// The position of one value or key.
struct JSONNode {
  enum Kind: UInt8 {
    case null, `true`, `false`, number, string, escapedString, array, object
  }

  var kind: Kind
  /// The first byte; for a string, the first after the quotation mark.
  var start: UInt32
  /// One past the last byte; for a string, its closing quotation mark.
  var end: UInt32 = 0
  /// The first node outside this one.
  var next: UInt32 = 0

  /// - Parameter start: below 2^32, which the limit on bytes ensures.
  init(kind: Kind, start: Int) {
    self.kind = kind
    self.start = UInt32(truncatingIfNeeded: start)
  }
}

/// A parsed JSON text, with the position of each value.
final class JSONDocument: Sendable {
  let bytes: [UInt8]
  /// Values and keys in the order of the text; a container comes before its contents.
  let nodes: [JSONNode]

  init(bytes: [UInt8], nodes: [JSONNode]) {
    self.bytes = bytes
    self.nodes = nodes
  }
}
