/// The places where a frame's LZW table is cleared, and how the pixels between them are parsed.
///
/// A table full of strings that no longer occur costs more bits than filling it again, often long
/// before it is full or long after. The plan is the cheapest path from the first pixel to the last
/// over the places where a clear code is possible, measured in actual bits.
struct LZWClearPlan {
  /// Pixels that are coded from an empty table.
  struct Segment {
    var end: Int
    var style: LZWParseStyle
    /// In the order of their positions.
    var cuts: [LZWCut] = []
  }

  private(set) var segments: [Segment]
  /// Bits of all codes, including clear codes and the last one.
  private(set) var bitCount: Int

  /// One table for all pixels, parsed in the style with the fewest bits; or a table that is cleared
  /// whenever it is full, as simple encoders do, if that takes fewer bits.
  init(
    plainly choices: borrowing IndexChoices, effort: LZWEffort, minCodeSize: Int,
    parser: LZWParser
  ) {
    var best = Int.max
    var style = effort.styles[0]
    var isEverFull = false
    for candidate in effort.distinctStyles(hasFreePixels: choices.freeCount > 0) {
      var bits = minCodeSize + 1
      var nextWidth = bits
      parser.parse(
        choices, from: 0, to: choices.count, style: candidate, minCodeSize: minCodeSize
      ) { step in
        bits &+= step.width
        nextWidth = step.nextWidth
        if step.isTableFull { isEverFull = true }
        return bits < best
      }
      bits += nextWidth
      if bits < best {
        best = bits
        style = candidate
      }
    }
    segments = [Segment(end: choices.count, style: style)]
    bitCount = best
    if isEverFull { empty(choices, style, minCodeSize: minCodeSize, parser: parser) }
  }

  /// Clears the table whenever it is full, if that takes fewer bits.
  private mutating func empty(
    _ choices: borrowing IndexChoices, _ style: LZWParseStyle, minCodeSize: Int, parser: LZWParser
  ) {
    var bits = minCodeSize + 1
    var emptied: [Segment] = []
    var start = 0
    while start < choices.count {
      var (end, nextWidth) = (start, 0)
      parser.parse(
        choices, from: start, to: choices.count, style: style, minCodeSize: minCodeSize
      ) { step in
        bits &+= step.width
        (end, nextWidth) = (step.end, step.nextWidth)
        return !step.isTableFull && bits < bitCount
      }
      bits += nextWidth
      guard bits < bitCount else { return }
      emptied.append(Segment(end: end, style: style))
      start = end
    }
    (segments, bitCount) = (emptied, bits)
  }

  /// Searches for the cheapest clear codes.
  ///
  /// The possible places are the positions of one parse after every ``LZWEffort/clearSpacing``
  /// codes. From each place, one parse in each style gives the cost to all later places; a string
  /// that crosses a place could end there with one code of the same width. A parse is abandoned
  /// when its table is full and it has been worse than others for a while.
  init(
    _ choices: borrowing IndexChoices, effort: LZWEffort, minCodeSize: Int, parser: LZWParser
  ) {
    self.init(plainly: choices, effort: effort, minCodeSize: minCodeSize, parser: parser)
    defer {
      lookFurther(choices, effort: effort, minCodeSize: minCodeSize, parser: parser)
      cutStrings(choices, effort: effort, minCodeSize: minCodeSize, parser: parser)
    }
    guard effort.clearSpacing > 0 else { return }
    let places = Self.places(
      choices, style: segments[0].style, spacing: effort.clearSpacing, minCodeSize: minCodeSize,
      parser: parser)
    guard places.count > 2 else { return }
    let styles = effort.distinctStyles(hasFreePixels: choices.freeCount > 0)
    var cost = [Int](repeating: .max, count: places.count)
    var from = [Int](repeating: 0, count: places.count)
    var styleTo = [Int](repeating: 0, count: places.count)
    cost[0] = minCodeSize + 1
    let patience = max(1, effort.patience / effort.clearSpacing)
    for start in 0..<places.count - 1 {
      let base = cost[start]
      for (number, style) in styles.enumerated() {
        var bits = base
        var place = start + 1
        var worse = 0
        parser.parse(
          choices, from: places[start], to: choices.count, style: style, minCodeSize: minCodeSize
        ) { step in
          while step.end >= places[place] {
            // The code that ends here, followed by the clear code or the end code.
            let total = bits &+ step.width &+ step.nextWidth
            if total < cost[place] {
              cost[place] = total
              from[place] = start
              styleTo[place] = number
              worse = 0
            } else if step.isTableFull {
              worse &+= 1
            }
            place &+= 1
            if place == places.count { return false }
          }
          bits &+= step.width
          return worse < patience
        }
      }
    }
    guard cost[places.count - 1] < bitCount else { return }
    bitCount = cost[places.count - 1]
    segments = []
    var place = places.count - 1
    while place > 0 {
      segments.append(Segment(end: places[place], style: styles[styleTo[place]]))
      place = from[place]
    }
    segments.reverse()
  }

  /// Looks further ahead if the table is full, and keeps the result if it saves bits.
  ///
  /// The strings of a table do not depend on the look-ahead, so the clear codes stay right, and
  /// this costs one or two parses instead of one for each place.
  private mutating func lookFurther(
    _ choices: borrowing IndexChoices, effort: LZWEffort, minCodeSize: Int, parser: LZWParser
  ) {
    var start = 0
    for at in segments.indices {
      let (end, style) = (segments[at].end, segments[at].style)
      var further = style
      further.lookAhead = effort.finalLookAhead
      guard style.lookAhead > 0, further.lookAhead > style.lookAhead else { return }
      func bits(_ style: LZWParseStyle) -> Int {
        var bits = 0
        var nextWidth = 0
        parser.parse(
          choices, from: start, to: end, style: style, minCodeSize: minCodeSize
        ) { step in
          bits &+= step.width
          nextWidth = step.nextWidth
          return true
        }
        return bits + nextWidth
      }
      let gain = bits(style) - bits(further)
      if gain > 0 {
        segments[at].style = further
        bitCount -= gain
      }
      start = end
    }
  }

  /// Cuts strings if that saves bits.
  private mutating func cutStrings(
    _ choices: borrowing IndexChoices, effort: LZWEffort, minCodeSize: Int, parser: LZWParser
  ) {
    guard effort.cutTries > 0 else { return }
    var start = 0
    for at in segments.indices {
      let (end, style) = (segments[at].end, segments[at].style)
      parser.withPixels(choices, to: end, style) { pixels in
        var search = LZWCutSearch(parser, pixels, from: start, to: end, minCodeSize: minCodeSize)
        let gain = search.run(tries: effort.cutTries)
        segments[at].cuts = search.cuts
        bitCount -= gain
      }
      start = end
    }
  }

  /// The first pixel, a place after every spacing of codes, and the end.
  private static func places(
    _ choices: borrowing IndexChoices, style: LZWParseStyle, spacing: Int, minCodeSize: Int,
    parser: LZWParser
  ) -> [Int] {
    var places = [0]
    var count = 0
    parser.parse(
      choices, from: 0, to: choices.count, style: style, minCodeSize: minCodeSize
    ) { step in
      count &+= 1
      if count % spacing == 0, step.end < choices.count { places.append(step.end) }
      return true
    }
    return places + [choices.count]
  }

  /// Writes the codes.
  func encode(
    _ choices: borrowing IndexChoices, minCodeSize: Int, parser: LZWParser
  ) -> [UInt8] {
    var writer = LZWCodeWriter(minCodeSize: minCodeSize)
    var start = 0
    for segment in segments {
      if start > 0 { writer.clear() }
      parser.parse(
        choices, from: start, to: segment.end, style: segment.style, minCodeSize: minCodeSize,
        cuts: segment.cuts
      ) { step in
        writer.append(step.code)
        return true
      }
      start = segment.end
    }
    return writer.finish()
  }
}
