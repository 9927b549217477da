/// Divides pixels into strings of an LZW table; a pixel may have two valid indices.
///
/// At each position, all matching strings are searched and the longest is used. Each string of the
/// table can be reached in only one way, so a search visits at most as many strings as the table
/// has.
///
/// Keeps its tables between calls. For one thread only.
final class LZWParser {
  /// One code of a parse.
  struct Step {
    var code: Int
    /// The start of its string and of the next one.
    var start: Int
    var end: Int
    /// Bits of the code.
    var width: Int
    /// Bits of the following code.
    var nextWidth: Int
    /// Whether the table is full.
    var isTableFull: Bool
  }

  /// The input: the preferred index of each pixel, and the other one.
  struct Pixels {
    fileprivate var first: UnsafePointer<UInt8>
    fileprivate var second: UnsafePointer<UInt8>
    /// The position after the last pixel.
    fileprivate var end: Int
    fileprivate var prefersSame: Bool
    fileprivate var lookAhead: Int
  }

  /// The state of a parse.
  struct State {
    /// The next pixel.
    fileprivate(set) var position: Int
    /// Bits of the next code.
    fileprivate(set) var width: Int
    /// The previous code; negative at the start.
    fileprivate var before = -1
    /// The next entry of the table.
    fileprivate var next: Int
    /// The string that the next pixel completes.
    fileprivate var newEntry = LZWCodeWriter.tableLimit

    /// Strings of the table.
    fileprivate var entryCount: Int { before < 0 ? next : newEntry }
  }

  /// A matching string: its code and length.
  private struct Match {
    var code: Int
    var length: Int
  }

  /// A match with its position.
  private struct KnownMatch {
    var position: Int
    var match: Match
  }

  /// The number of strings that a search may visit at one position. Only pictures designed to be
  /// slow reach it.
  private static let maxVisits = 1024

  private let table = LZWStringTable()
  private let lastIndex = UnsafeMutablePointer<UInt8>.allocate(capacity: LZWCodeWriter.tableLimit)
  /// Strings to continue with: `code << 32 | length`.
  private let stack = UnsafeMutablePointer<UInt64>.allocate(capacity: LZWParser.maxVisits + 2)
  /// The slot of each string in the table, and the number of strings.
  private let slots = UnsafeMutablePointer<Int>.allocate(capacity: LZWCodeWriter.tableLimit)
  private var entryCount = 0
  private let parent = UnsafeMutablePointer<Int32>.allocate(capacity: LZWCodeWriter.tableLimit)
  /// The latest matches in a full table, at `position & 63`, because looking ahead needs each one
  /// several times.
  private let known = UnsafeMutablePointer<KnownMatch>.allocate(capacity: 64)

  init() {
    lastIndex.initialize(repeating: 0, count: LZWCodeWriter.tableLimit)
    known.initialize(
      repeating: KnownMatch(position: -1, match: Match(code: 0, length: 0)), count: 64)
    slots.initialize(repeating: 0, count: LZWCodeWriter.tableLimit)
    parent.initialize(repeating: -1, count: LZWCodeWriter.tableLimit)
  }

  deinit {
    lastIndex.deallocate()
    stack.deallocate()
    slots.deallocate()
    parent.deallocate()
    known.deallocate()
  }

  /// Parses pixels from an empty table until the end, or until the visitor returns false.
  ///
  /// - Parameters:
  ///   - choices: the pixels of the whole frame.
  ///   - start: the first pixel to code.
  ///   - end: the position after the last pixel.
  ///   - cuts: strings to shorten, in the order of their positions.
  ///   - visit: receives every code in order; false ends the parse.
  @inline(__always)
  func parse(
    _ choices: borrowing IndexChoices, from start: Int, to end: Int, style: LZWParseStyle,
    minCodeSize: Int, cuts: [LZWCut] = [], visit: (Step) -> Bool
  ) {
    withPixels(choices, to: end, style) { pixels in
      var state = begin(at: start, minCodeSize: minCodeSize)
      var cut = 0
      while state.position < end {
        while cut < cuts.count, cuts[cut].position < state.position { cut &+= 1 }
        let isCut = cut < cuts.count && cuts[cut].position == state.position
        let step = advance(&state, pixels, atMost: isCut ? cuts[cut].length : .max)
        if !visit(step) { return }
      }
    }
  }

  /// Provides pixels in the order of a style.
  @inline(__always)
  func withPixels(
    _ choices: borrowing IndexChoices, to end: Int, _ style: LZWParseStyle,
    _ body: (Pixels) -> Void
  ) {
    choices.painted.withUnsafeBufferPointer { painted in
      choices.other.withUnsafeBufferPointer { other in
        let first: UnsafePointer<UInt8>
        let second: UnsafePointer<UInt8>
        switch (style.preference, style.isStrict) {
        case (.painted, true): (first, second) = (painted.baseAddress!, painted.baseAddress!)
        case (.painted, false): (first, second) = (painted.baseAddress!, other.baseAddress!)
        case (_, true): (first, second) = (other.baseAddress!, other.baseAddress!)
        case (_, false): (first, second) = (other.baseAddress!, painted.baseAddress!)
        }
        body(
          Pixels(
            first: first, second: second, end: end, prefersSame: style.preference == .same,
            lookAhead: style.lookAhead))
      }
    }
  }

  /// Empties the table.
  @inline(__always)
  func begin(at start: Int, minCodeSize: Int) -> State {
    table.removeAll()
    entryCount = (1 << minCodeSize) &+ 2
    forgetMatches()
    // Entries of a table with short literals have taken the places of longer ones.
    for literal in 0..<1 << minCodeSize {
      lastIndex[literal] = UInt8(truncatingIfNeeded: literal)
    }
    return State(position: start, width: minCodeSize &+ 1, next: entryCount)
  }

  /// Removes all strings that were added after a state of the parse that continues.
  @inline(__always)
  func rewind(to state: State) {
    guard state.entryCount < entryCount else { return }
    while entryCount > state.entryCount {
      entryCount &-= 1
      table.remove(at: slots[entryCount])
    }
    forgetMatches()
  }

  @inline(__always)
  private func forgetMatches() {
    for slot in 0..<64 { known[slot].position = -1 }
  }

  /// Parses one code.
  ///
  /// - Parameter most: the largest length of its string in pixels.
  @inline(__always)
  func advance(_ state: inout State, _ pixels: Pixels, atMost most: Int = .max) -> Step {
    let (first, second, end) = (pixels.first, pixels.second, pixels.end)
    let (position, before) = (state.position, state.before)
    let limit = LZWCodeWriter.tableLimit
    var match: Match
    if before >= 0, state.newEntry < limit {
      match = matchAdding(
        state.newEntry, before, first, second, position, end, pixels.prefersSame)
    } else {
      match =
        before < 0
        ? bestMatch(first, second, position, end, pixels.prefersSame, before)
        : knownMatch(first, second, position, end, pixels.prefersSame, before)
      if pixels.lookAhead > 0, before >= 0, position &+ match.length < end {
        match = withLookAhead(
          match, pixels.lookAhead, first, second, position, end, pixels.prefersSame)
      }
    }
    while match.length > most {
      match = Match(code: Int(parent[match.code]), length: match.length &- 1)
    }
    let width = state.width
    state.newEntry = state.next
    if state.next < limit {
      if state.next == 1 &<< width, width < 12 { state.width &+= 1 }
      state.next &+= 1
    }
    state.before = match.code
    state.position &+= match.length
    return Step(
      code: match.code, start: position, end: state.position, width: width,
      nextWidth: state.width, isTableFull: state.newEntry >= limit)
  }

  /// The longest match from either index of the first pixel, and the new string that this index
  /// completes. The new string is in the table while its own continuation is searched, because a
  /// decoder already has it then.
  @inline(__always)
  private func matchAdding(
    _ newEntry: Int, _ before: Int, _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>,
    _ position: Int, _ end: Int, _ prefersSame: Bool
  ) -> Match {
    var (one, two) = (first[position], second[position])
    if prefersSame, two == lastIndex[before] { swap(&one, &two) }
    entryCount = newEntry &+ 1
    let slot = table.add(newEntry, prefix: before, one)
    slots[newEntry] = slot
    lastIndex[newEntry] = one
    parent[newEntry] = Int32(truncatingIfNeeded: before)
    var match = longest(from: Int(one), first, second, position, end, prefersSame)
    if one != two {
      table.remove(at: slot)
      let otherSlot = table.add(newEntry, prefix: before, two)
      lastIndex[newEntry] = two
      let other = longest(from: Int(two), first, second, position, end, prefersSame)
      if other.length > match.length {
        match = other
        slots[newEntry] = otherSlot
      } else {
        table.remove(at: otherSlot)
        _ = table.add(newEntry, prefix: before, one)
        lastIndex[newEntry] = one
      }
    }
    return match
  }

  /// The longest match in a table that does not change.
  @inline(__always)
  private func bestMatch(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ position: Int, _ end: Int,
    _ prefersSame: Bool, _ before: Int
  ) -> Match {
    var (one, two) = (first[position], second[position])
    if prefersSame, before >= 0, two == lastIndex[before] { swap(&one, &two) }
    let match = longest(from: Int(one), first, second, position, end, prefersSame)
    if one == two { return match }
    let other = longest(from: Int(two), first, second, position, end, prefersSame)
    return other.length > match.length ? other : match
  }

  /// ``bestMatch(_:_:_:_:_:_:)``, remembered.
  @inline(__always)
  private func knownMatch(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ position: Int, _ end: Int,
    _ prefersSame: Bool, _ before: Int
  ) -> Match {
    let slot = position & 63
    if known[slot].position == position { return known[slot].match }
    let match = bestMatch(first, second, position, end, prefersSame, before)
    known[slot] = KnownMatch(position: position, match: match)
    return match
  }

  /// Follows all strings that begin with a literal; returns the longest, or the first found if some
  /// are equally long.
  @inline(__always)
  private func longest(
    from literal: Int, _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>,
    _ position: Int, _ end: Int, _ prefersSame: Bool
  ) -> Match {
    var best = Match(code: literal, length: 1)
    var code = literal
    var at = position &+ 1
    var waiting = 0
    var visits = 0
    while true {
      while at < end {
        var one = first[at]
        var two = second[at]
        if one == two {
          let entry = table.entry(code, one)
          if entry < 0 { break }
          code = entry
        } else {
          if prefersSame, two == lastIndex[code] { swap(&one, &two) }
          let preferred = table.entry(code, one)
          let alternative = table.entry(code, two)
          if preferred >= 0 {
            if alternative >= 0, visits < Self.maxVisits {
              visits &+= 1
              stack[waiting] =
                UInt64(truncatingIfNeeded: alternative) &<< 32
                | UInt64(truncatingIfNeeded: at &+ 1)
              waiting &+= 1
            }
            code = preferred
          } else if alternative >= 0 {
            code = alternative
          } else {
            break
          }
        }
        at &+= 1
      }
      if at &- position > best.length { best = Match(code: code, length: at &- position) }
      if waiting == 0 { return best }
      waiting &-= 1
      code = Int(truncatingIfNeeded: stack[waiting] &>> 32)
      at = Int(truncatingIfNeeded: stack[waiting] & 0xffff_ffff)
    }
  }

  /// The prefix of a match that reaches furthest together with the following string. Every prefix
  /// of a string is also in the table, so this gives the fewest codes that a full table allows.
  private func withLookAhead(
    _ match: Match, _ lookAhead: Int, _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>,
    _ position: Int, _ end: Int, _ prefersSame: Bool
  ) -> Match {
    var best = match
    var reach = 0
    var code = match.code
    var length = match.length
    let shortest = max(1, match.length &- lookAhead)
    while length >= shortest {
      let behind = position &+ length
      let following = knownMatch(first, second, behind, end, prefersSame, code).length
      if length &+ following > reach {
        reach = length &+ following
        best = Match(code: code, length: length)
        if position &+ reach >= end { break }
      }
      if length == 1 { break }
      code = Int(parent[code])
      length &-= 1
    }
    return best
  }
}
