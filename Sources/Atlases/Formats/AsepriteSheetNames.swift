/// Finds the frames of Aseprite's tags by frame names, for data whose tags do not refer to the list
/// but to the file: an export may omit empty frames, have a frame for each layer, or contain
/// several files.
struct AsepriteSheetNames {
  /// A tag in the data.
  struct RawTag {
    var name: String
    var from: Int64
    var to: Int64
    var direction: String
    var repeats: Int64?
  }

  private(set) var names: [AsepriteFrameName]
  let tags: [RawTag]
  /// The files, in the order in which they appear.
  let titles: [String]
  /// Whether the data names Aseprite as its program.
  let isOfAseprite: Bool

  /// - Parameter layers: the files' layers.
  init(_ names: [String], tags: [RawTag], layers: [String], isOfAseprite: Bool) {
    let tagNames = Set(tags.map(\.name))
    let layerNames = Set(layers)
    func parse(endsWithTag: Bool) -> [AsepriteFrameName] {
      names.map {
        AsepriteFrameName($0, layers: layerNames, tags: tagNames, endsWithTag: endsWithTag)
      }
    }
    let tagged = parse(endsWithTag: true)
    // A title may end with a tag by chance, but it does so in all frames only if the format
    // contains the tag.
    let haveTags =
      tagged.allSatisfy { $0.tag != nil }
      && (tagNames.count == 1 || Set(tagged.map(\.tag)).count > 1)
    self.names = haveTags ? tagged : parse(endsWithTag: false)
    self.tags = tags
    self.isOfAseprite = isOfAseprite
    var seen: Set<String> = []
    titles = self.names.map(\.title).filter { seen.insert($0).inserted }
  }

  /// Whether the tags refer to the frames of the list.
  ///
  /// Consecutive numbers that do not start at 0 are inconclusive: frames may be counted from 1, and
  /// further pages continue the numbers.
  var tagsCountTheList: Bool {
    let fits = tags.allSatisfy { $0.from >= 0 && $0.to < names.count }
    // More assignments would take too long; real files do not have as many.
    if names.count * tags.count > 50_000_000 { return true }
    if names.contains(where: { $0.tag != nil }) { return fits && tagsHaveTheirFrames }
    let numbers = names.compactMap(\.number)
    guard numbers.count == names.count, let first = numbers.first else { return true }
    if numbers == Array(first..<first + numbers.count) { return fits || first == 0 }
    if titles.count > 1 { return fits && tags.contains { $0.to > numbers.max() ?? 0 } }
    let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    return !isAscending || fits && !isOfAseprite
  }

  /// Whether all frames named after a tag are in its range or in that of another tag with the same
  /// name. Every tag is a range of the list.
  private var tagsHaveTheirFrames: Bool {
    var isCounted = names.map { $0.tag == nil }
    for tag in tags where tag.from <= tag.to {
      for place in Int(tag.from)...Int(tag.to) where names[place].tag == tag.name {
        isCounted[place] = true
      }
    }
    return isCounted.allSatisfy(\.self)
  }

  /// The places in the list that a file's tag refers to.
  func places(of tag: RawTag, title: String) -> [Int] {
    let own = names.indices.filter { names[$0].title == title }
    let named = own.filter { names[$0].tag == tag.name }
    if !named.isEmpty { return inOrder(named) }
    let base = Int64(firstNumber(of: own))
    var seen: Set<Int> = []
    let counted = own.filter { place in
      let number = names[place].number ?? 0
      return tag.from <= Int64(number) - base && Int64(number) - base <= tag.to
        && seen.insert(number).inserted
    }
    return inOrder(counted)
  }

  private func inOrder(_ places: [Int]) -> [Int] {
    places.sorted { (names[$0].number ?? 0, $0) < (names[$1].number ?? 0, $1) }
  }

  /// 1 if frames are counted from 1, as with `{frame1}`: then the last frame of a tag is one below
  /// the last number.
  private func firstNumber(of places: [Int]) -> Int {
    let numbers = places.map { names[$0].number ?? 0 }
    guard numbers.min() == 1, let most = numbers.max(),
      let last = tags.map(\.to).max(), last == Int64(most) - 1
    else { return 0 }
    return 1
  }
}

extension AsepriteSheetNames {
  /// Whether frames are split by layer, so that frames with the same number are stacked.
  var isLayered: Bool { Set(names.compactMap(\.layer)).count > 1 }

  /// The places of stacked frames from the bottom, one list for each whole frame: file by file, and
  /// by number within a file.
  ///
  /// - Parameter ranks: of the layers, from the bottom.
  func stacks(ranks: [String: Int]) -> [[Int]] {
    struct Key: Hashable {
      var title: String
      var tag: String?
      var number: Int?
    }
    var order: [String: Int] = [:]
    for name in names {
      let part = "\(name.title)\u{0}\(name.tag ?? "")"
      order[part] = order[part] ?? order.count
    }
    func rank(_ place: Int) -> Int { names[place].layer.flatMap { ranks[$0] } ?? -1 }
    let stacks = Dictionary(grouping: names.indices) { place in
      Key(title: names[place].title, tag: names[place].tag, number: names[place].number)
    }
    func position(_ stack: [Int]) -> (Int, Int, Int) {
      let name = names[stack[0]]
      return (order["\(name.title)\u{0}\(name.tag ?? "")"] ?? 0, name.number ?? 0, stack[0])
    }
    return stacks.values.map { stack in stack.sorted { (rank($0), $0) < (rank($1), $1) } }
      .sorted { position($0) < position($1) }
  }

  /// The names of only some frames.
  func keeping(_ places: [Int]) -> AsepriteSheetNames {
    var kept = self
    kept.names = places.map { names[$0].withoutLayer }
    return kept
  }
}
