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
