internal import TextFormats

/// One named entry of a JSON description, with accessors whose errors name it.
struct JSONEntry {
  let format: AtlasFormat
  let name: String
  let json: JSONValue

  func error(_ detail: String) -> AtlasError {
    .malformedEntry(format: format, entry: name, detail: detail)
  }

  func object(_ key: String) throws -> JSONEntry {
    guard let value = json[key], value.isObject else { throw error("\(key) is not an object") }
    return JSONEntry(format: format, name: name, json: value)
  }

  func integer(_ key: String) throws -> Int64 {
    guard let value = json[key]?.integer else { throw error("\(key) is not a whole number") }
    return value
  }

  func string(_ key: String) throws -> String {
    guard let value = json[key]?.string else { throw error("\(key) is not a string") }
    return value
  }
}
