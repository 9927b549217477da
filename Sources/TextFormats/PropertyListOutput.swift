/// A value of an XML property list for output. Members keep their order.
package indirect enum PropertyListOutput {
  case dictionary([(key: String, value: PropertyListOutput)])
  case array([PropertyListOutput])
  case text(String)
  case integer(Int)
  case real(ExactDecimal)
  case truth(Bool)

  /// The property list with this value, in UTF-8.
  ///
  /// - Parameter escape: escapes a text for XML: ``xmlText(_:)`` with the caller's own error.
  package func document(escape: (String) throws -> String) rethrows -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    try write(to: &text, indent: "", escape: escape)
    return Array((text + "</plist>\n").utf8)
  }

  private func write(
    to text: inout String, indent: String, escape: (String) throws -> String
  ) rethrows {
    text += indent
    switch self {
    case .dictionary(let members):
      text += "<dict>\n"
      for (key, value) in members {
        text += "\(indent)  <key>\(try escape(key))</key>\n"
        try value.write(to: &text, indent: indent + "  ", escape: escape)
      }
      text += "\(indent)</dict>\n"
    case .array(let elements):
      text += "<array>\n"
      for value in elements { try value.write(to: &text, indent: indent + "  ", escape: escape) }
      text += "\(indent)</array>\n"
    case .text(let value): text += "<string>\(try escape(value))</string>\n"
    case .integer(let value): text += "<integer>\(value)</integer>\n"
    case .real(let value): text += "<real>\(value)</real>\n"
    case .truth(let value): text += value ? "<true/>\n" : "<false/>\n"
    }
  }
}
