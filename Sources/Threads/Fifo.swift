/// A first-in, first-out queue with constant time per element on average.
package struct Fifo<Element> {
  private var elements: [Element?] = []
  private var head = 0

  package init() {}

  package var isEmpty: Bool { head == elements.count }
  package var count: Int { elements.count - head }
  package var first: Element? { isEmpty ? nil : elements[head] }

  /// - Complexity: proportional to the number of elements up to the one found.
  package func first(where isWanted: (Element) -> Bool) -> Element? {
    for index in head..<elements.count {
      if let element = elements[index], isWanted(element) { return element }
    }
    return nil
  }

  package mutating func append(_ element: Element) { elements.append(element) }

  package mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    defer {
      elements[head] = nil
      head += 1
      if head == elements.count || head > 1024 && head > elements.count / 2 {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }
}
