internal import Messages
internal import Stages
internal import TextFormats

/// Walks a Lottie animation before rlottie receives it: finds contents that rlottie does not draw,
/// and refuses contents that would keep it busy forever.
struct LottieScan {
  private var missing: [String] = []
  /// The layers of each precomposition by its name.
  private var compositions: [String: [JSONValue]] = [:]
  /// The shapes of each precomposition once they are counted; nil while counting is in progress.
  private var counted: [String: Int?] = [:]

  /// The largest number of shapes in one frame, including all repetitions: far more than hand-made
  /// animations have.
  private static let mostShapes = 1_000_000
  /// The largest number of points of a star, and of copies of a repeater.
  private static let mostCopies = 10_000

  /// - Throws: ``ReadingError``.
  mutating func read(_ json: JSONValue) throws {
    for (key, value) in json.members where key == "assets" {
      for asset in value.elements {
        if let id = asset["id"]?.string { compositions[id] = JSONValue.list(asset["layers"]) }
      }
    }
    var total = 0
    for (key, value) in json.members where key == "layers" {
      total = try Self.sum(total, count(Array(value.elements)))
    }
    findFeatures(json)
  }

  /// Contents of the file that frames do not show.
  var notes: [ConversionMessage] {
    if missing.isEmpty { return [] }
    let features = missing.joined(separator: ", ")
    return ["rlottie does not draw these parts of the file: \(features)"]
  }

  // MARK: Features

  private mutating func findFeatures(_ value: JSONValue) {
    for element in value.elements { findFeatures(element) }
    guard value.isObject else { return }
    if value["x"]?.isString == true, value["k"] != nil { note("expressions") }
    if let kind = value["ty"]?.integer, value["ks"] != nil {
      if kind == 5 { note("text layers") }
      if kind == 13 || value["ddd"]?.integer == 1 { note("3D layers") }
      if JSONValue.list(value["ef"]).contains(where: { $0["en"]?.integer != 0 }) { note("effects") }
      if !JSONValue.list(value["sy"]).isEmpty { note("layer styles") }
    }
    for member in value.members { findFeatures(member.value) }
  }

  private mutating func note(_ feature: String) {
    if !missing.contains(feature) { missing.append(feature) }
  }

  // MARK: Work

  /// The shapes of some layers.
  private mutating func count(_ layers: [JSONValue]) throws -> Int {
    var total = 0
    for layer in layers {
      var own = 1
      if layer["ty"]?.integer == 0, let name = layer["refId"]?.string {
        own = try Self.sum(1, count(composition: name))
      }
      for (key, value) in layer.members where key == "shapes" {
        own = try Self.sum(own, Self.count(Array(value.elements)))
      }
      total = try Self.sum(total, own)
    }
    return total
  }

  private mutating func count(composition name: String) throws -> Int {
    if let known = counted[name] {
      if let known { return known }
      throw LottieDocument.malformed("the precomposition \(quoted(name)) contains itself")
    }
    counted[name] = .some(nil)
    let total = try count(compositions[name] ?? [])
    counted[name] = total
    return total
  }

  /// The shapes of a group with its repeaters.
  private static func count(_ shapes: [JSONValue]) throws -> Int {
    var (total, copies) = (0, 1)
    for shape in shapes {
      switch shape["ty"]?.string {
      case "gr": total = try sum(total, count(JSONValue.list(shape["it"])))
      case "rp": copies = try product(copies, most(shape["c"], "copies of a repeater"))
      case "sr": total = try sum(total, most(shape["pt"], "points of a star"))
      default: total = try sum(total, 1)
      }
    }
    return try product(max(1, total), copies)
  }

  /// The largest value of a property with or without keyframes.
  private static func most(_ property: JSONValue?, _ what: String) throws -> Int {
    var most: Int64 = 1
    func take(_ value: JSONValue?) {
      guard let value else { return }
      if let number = value.number { most = max(most, number.rounded ?? .max) }
      for element in value.elements {
        take(element)
        if element.isObject { for key in ["s", "e"] { take(element[key]) } }
      }
    }
    take(property?["k"])
    guard most <= mostCopies else {
      throw LottieDocument.malformed("it has \(most) \(what), and \(mostCopies) are the most")
    }
    return Int(most)
  }

  private static func sum(_ one: Int, _ other: Int) throws -> Int { try checked(one + other) }

  private static func product(_ one: Int, _ other: Int) throws -> Int { try checked(one * other) }

  /// Both operands were checked, so nothing overflows.
  private static func checked(_ total: Int) throws -> Int {
    guard total <= mostShapes else {
      throw LottieDocument.malformed(
        "its layers and repeaters draw more than \(mostShapes) shapes in a frame")
    }
    return total
  }
}
