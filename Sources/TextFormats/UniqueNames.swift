/// Unique names: a repeated name gets a number.
package struct UniqueNames {
  private let ignoresCase: Bool
  private var taken: Set<String> = []
  /// The number to try next for a name, so that many equal names stay fast.
  private var numbers: [String: Int] = [:]

  /// - Parameter ignoringCase: whether names that differ only in case are equal.
  package init(ignoringCase: Bool = false) { ignoresCase = ignoringCase }

  package mutating func add(_ name: String) -> String {
    var candidate = name
    while !taken.insert(key(candidate)).inserted {
      let number = numbers[key(name), default: 2]
      numbers[key(name)] = number + 1
      candidate = "\(name)-\(number)"
    }
    return candidate
  }

  private func key(_ name: String) -> String { ignoresCase ? name.lowercased() : name }
}
