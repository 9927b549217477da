extension AsepriteSheetNames {
  /// The file of each tag; nil if unknown.
  ///
  /// `--tagname-format` can put the title before the tag. Otherwise the tags of one file follow
  /// those of another: a new file starts where a tag starts before the previous one, or where a
  /// name is repeated.
  var titlesOfTags: [String]? {
    if titles.count == 1 { return tags.map { _ in titles[0] } }
    let known = Set(titles)
    let named = tags.compactMap { AsepriteFrameName.title(startOf: $0.name, known) }
    if named.count == tags.count { return named }
    return placedParts
  }

  /// The only assignment of tags to files that have their frames, in file order.
  private var placedParts: [String]? {
    let parts = parts
    guard parts.count <= titles.count, parts.count * titles.count <= 1_000_000 else { return nil }
    let lengths = lengths
    func fits(_ part: Int, _ title: Int) -> Bool {
      parts[part].allSatisfy { $0.to < lengths[title] }
    }
    // The number of assignments for the remaining parts and titles, limited to two.
    var ways = [[Int]](
      repeating: [Int](repeating: 0, count: titles.count + 1), count: parts.count + 1)
    ways[parts.count] = [Int](repeating: 1, count: titles.count + 1)
    for part in parts.indices.reversed() {
      for title in titles.indices.reversed() {
        let here = fits(part, title) ? ways[part + 1][title + 1] : 0
        ways[part][title] = min(2, here + ways[part][title + 1])
      }
    }
    guard ways[0][0] == 1 else { return nil }
    var found: [String] = []
    var title = 0
    for part in parts.indices {
      while !(fits(part, title) && ways[part + 1][title + 1] == 1) { title += 1 }
      found += parts[part].map { _ in titles[title] }
      title += 1
    }
    return found
  }

  /// The minimum number of frames in each file.
  private var lengths: [Int64] {
    let most = Dictionary(names.map { ($0.title, $0.number ?? 0) }, uniquingKeysWith: max)
    return titles.map { Int64(most[$0] ?? 0) + 1 }
  }

  private var parts: [[RawTag]] {
    var parts: [[RawTag]] = []
    var seen: Set<String> = []
    for tag in tags {
      let isNext = parts.last?.last.map { tag.from < $0.from } ?? true
      if isNext || seen.contains(tag.name) {
        parts.append([])
        seen = []
      }
      seen.insert(tag.name)
      parts[parts.count - 1].append(tag)
    }
    return parts
  }

  /// The full name of a tag: `dog/run` for a tag of one of several files.
  func name(of tag: RawTag, title: String) -> String {
    let isTold =
      titles.count == 1 || title.isEmpty
      || AsepriteFrameName.title(startOf: tag.name, [title]) != nil
    return isTold ? tag.name : "\(title)/\(tag.name)"
  }
}
