/// A string, followed up to some pixel.
struct SearchPath {
  /// Its code.
  var code: Int
  /// The weighted squared errors of its pixels.
  var cost: Float
  /// The share of the last pixel's error that is passed to the next pixel.
  var carry: Lab
}

/// The cheapest strings of one length, and those with one more pixel.
struct PathBeam {
  private(set) var paths: UnsafeMutablePointer<SearchPath>
  private(set) var pathCount = 0
  private var longer: UnsafeMutablePointer<SearchPath>
  private var longerCount = 0
  private let capacity: Int
  /// The cost below which a longer string is kept.
  private(set) var limit = Float.infinity
  private(set) var cheapestCost = Float.infinity
  private(set) var cheapestCode = 0

  init(capacity: Int) {
    self.capacity = capacity
    paths = .allocate(capacity: capacity)
    longer = .allocate(capacity: capacity)
  }

  func deallocate() {
    paths.deallocate()
    longer.deallocate()
  }

  /// Continues with the longer strings and drops the others.
  ///
  /// - Returns: whether there are any.
  @inline(__always)
  mutating func advance() -> Bool {
    swap(&paths, &longer)
    pathCount = longerCount
    longerCount = 0
    limit = .infinity
    cheapestCost = .infinity
    return pathCount > 0
  }

  /// Forgets everything.
  @inline(__always)
  mutating func removeAll() {
    longerCount = 0
    limit = .infinity
    cheapestCost = .infinity
  }

  /// Adds a longer string with a cost below ``limit``. A string that costs more than the cheapest
  /// plus the margin cannot catch up.
  @inline(__always)
  mutating func add(_ path: SearchPath, margin: Float) {
    if path.cost < cheapestCost {
      cheapestCost = path.cost
      cheapestCode = path.code
    }
    if longerCount < capacity {
      longer[longerCount] = path
      longerCount &+= 1
      guard longerCount == capacity else {
        limit = cheapestCost + margin
        return
      }
    } else {
      var worst = 0
      for index in 1..<max(1, capacity) where longer[index].cost > longer[worst].cost {
        worst = index
      }
      longer[worst] = path
    }
    var highest = longer[0].cost
    for index in 1..<max(1, capacity) { highest = max(highest, longer[index].cost) }
    limit = min(highest, cheapestCost + margin)
  }
}
