/// Where one value or key lies.
struct JSONNode {
  enum Kind: UInt8 {
    case null, `true`, `false`, number, string, escapedString, array, object
  }

  var kind: Kind
  /// The first byte; of a string the first after the quotation mark.
  var start: UInt32
  /// One past the last byte; of a string its closing quotation mark.
  var end: UInt32 = 0
  /// The first node that does not lie in this one.
  var next: UInt32 = 0

  /// - Parameter start: below 2^32, as the limit on bytes makes sure.
  init(kind: Kind, start: Int) {
    self.kind = kind
    self.start = UInt32(truncatingIfNeeded: start)
  }
}

/// A JSON text that has been read, and where each of its values lies.
final class JSONDocument: Sendable {
  let bytes: [UInt8]
  /// Values and keys in the order of the text; a container comes before what it holds.
  let nodes: [JSONNode]

  init(bytes: [UInt8], nodes: [JSONNode]) {
    self.bytes = bytes
    self.nodes = nodes
  }
}
