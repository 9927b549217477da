internal import TextFormats

/// A value in Godot's text resources.
indirect enum GodotValue {
  case null
  case truth(Bool)
  case number(ExactDecimal)
  /// A string, including the forms `&"name"` and `^"path"`.
  case text(String)
  case array([GodotValue])
  case dictionary([(key: String, value: GodotValue)])
  /// A constructor such as `Rect2(0, 0, 32, 32)` or `SubResource("id")`.
  case call(String, [GodotValue])

  var string: String? { if case .text(let text) = self { text } else { nil } }
  var number: ExactDecimal? { if case .number(let value) = self { value } else { nil } }
  var elements: [GodotValue]? {
    switch self {
    case .array(let elements): elements
    // Typed arrays are written as Array[Type]([...]), which is read as a call.
    case .call("Array", let arguments): arguments.first?.elements
    default: nil
    }
  }

  subscript(key: String) -> GodotValue? {
    guard case .dictionary(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The arguments of a constructor with this name.
  func arguments(of name: String) -> [GodotValue]? {
    if case .call(name, let arguments) = self { arguments } else { nil }
  }
}
