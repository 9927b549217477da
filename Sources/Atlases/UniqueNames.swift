/// Names that differ: one that was there before gets a number.
struct UniqueNames {
  private var taken: Set<String> = []
  /// The number that is tried next for a name, so that many equal names stay cheap.
  private var numbers: [String: Int] = [:]

  mutating func add(_ name: String) -> String {
    var candidate = name
    while !taken.insert(candidate).inserted {
      let number = numbers[name, default: 2]
      numbers[name] = number + 1
      candidate = "\(name)-\(number)"
    }
    return candidate
  }
}
