import GIFBlocks
internal import Raster

/// Codes a field: at each position, searches all strings of the LZW table for the one with the
/// highest value, which is the bits that it saves minus the cost of its error.
///
/// Transparency is one more colour, whose value at a pixel is the shown colour. Errors are carried
/// along a string in the same way as they are diffused when the string is used, so strings are
/// compared by their final appearance.
///
/// Only strings of the same length are compared, because an error that no string of that length can
/// avoid does not distinguish them. At each length, the search continues with the best few.
final class PathSearch {
  private let trie = CodeTrie()
  private let colors = Plane<Lab>(repeating: .zero, count: 256)
  private let nearest = NearestColor()
  private var beam: PathBeam
  private var yield = CodeYield()

  /// The squared error that one bit may cost. It is not zero, because the longest of all strings
  /// without error must win.
  private let errorPerBit: Float
  /// The share of an error that the pixel to the right receives.
  private let rightShare: Float
  private let dither: Float
  /// The cost by which a string may exceed the cheapest string of its length. Wider margins take
  /// time without any gain: a string that is two bits worse rarely catches up.
  private let margin: Float
  private var transparentIndex = -1

  init(settings: SearchSettings) {
    errorPerBit = max(settings.errorPerBit, 1)
    dither = settings.dither
    rightShare = settings.dither * DiffusionRows.rightShare
    margin = errorPerBit * 2
    beam = PathBeam(capacity: settings.beamWidth)
  }

  deinit { beam.deallocate() }

  /// Codes the field and stores the chosen indices in it.
  ///
  /// - Parameters:
  ///   - palette: colours by index.
  ///   - paletteError: mean squared distance of the wanted colours from the nearest palette colour.
  ///   - transparentIndex: the index that keeps the shown colour.
  /// - Returns: LZW data for ``GIFImage``.
  func encode(
    _ field: SearchField, palette: [Lab], paletteError: Float, transparentIndex: Int,
    minCodeSize: Int
  ) -> [UInt8] {
    nearest.set(palette)
    for (index, color) in palette.enumerated() { colors[index] = color }
    self.transparentIndex = transparentIndex
    // Diffusion makes errors larger than those of the nearest colours.
    yield.unavoidableLimit = 5 * paletteError
    let rows = DiffusionRows(width: field.rect.width)
    var writer = LZWCodeWriter(minCodeSize: minCodeSize)
    trie.clear()
    var previous = 0
    // The string that the last code adds to the table once the next index is known; negative for
    // none.
    var entry = -1
    var position = 0
    var carry = Lab.zero
    while position < field.pixelCount {
      // A code may name the entry that it completes, if the entry repeats its own first index.
      var guess = -1
      if entry >= 0, !trie.hasChild(previous, trie.head[previous]) {
        trie.add(entry, below: previous, trie.head[previous])
        guess = Int(trie.head[previous])
      }
      let (code, length) = search(field, from: position, carry: carry, rows: rows)
      let head = trie.head[code]
      if entry >= 0, guess != Int(head) {
        if guess >= 0 { trie.removeNewest(entry, below: previous) }
        if !trie.hasChild(previous, head) { trie.add(entry, below: previous, head) }
      }
      let bits = writer.width
      entry = writer.nextEntry < LZWCodeWriter.tableLimit ? writer.nextEntry : -1
      writer.append(code)
      carry = take(
        field, code: code, length: length, from: position, carry: carry, rows: rows, bits: bits)
      position += length
      previous = code
      if writer.nextEntry == LZWCodeWriter.tableLimit, position < field.pixelCount {
        writer.clear()
        trie.clear()
        entry = -1
      }
    }
    return writer.finish()
  }

  /// The most valuable string from a position on: its code and its length in pixels.
  private func search(
    _ field: SearchField, from start: Int, carry: Lab, rows: DiffusionRows
  ) -> (code: Int, length: Int) {
    let gainPainted = errorPerBit * yield.paintedBits + yield.unavoidable
    let gainKept = errorPerBit * CodeYield.keptBits
    let width = field.rect.width
    let count = field.pixelCount
    var x = start % width
    var errors = rows.current + 1
    var rowsBelow = 0
    var lane = field.target.base[start][3]
    begin(field, at: start, carried: errors[x] + carry)
    var gain: Float = 0
    var bestValue = -Float.infinity
    var best = (code: beam.cheapestCode, length: 1)
    var length = 0
    while true {
      length += 1
      gain += PixelDemand.isPainted(lane) ? gainPainted : gainKept
      let value = gain - beam.cheapestCost
      if value >= bestValue {
        bestValue = value
        best = (beam.cheapestCode, length)
      } else if value < bestValue - 2 * margin {
        return best
      }
      let position = start + length
      guard position < count, beam.advance() else { return best }
      x += 1
      if x == width {
        x = 0
        rowsBelow += 1
        errors = (rowsBelow == 1 ? rows.next : rows.beyond) + 1
      }
      lane = field.target.base[position][3]
      lengthen(field, at: position, error: errors[x], isRowStart: x == 0)
    }
  }

  /// Finds the strings of one pixel: every index is one.
  private func begin(_ field: SearchField, at position: Int, carried: Lab) {
    beam.removeAll()
    let stored = field.target.base[position]
    let demand = PixelDemand(lane: stored[3])
    let weight = PixelDemand.weight(stored[3])
    let isPainted = PixelDemand.isPainted(stored[3])
    let wanted = stored.lab.withoutWeight + (isPainted ? carried : .zero)
    if demand != .paintBlank {
      let error =
        demand == .paint ? wanted - field.screen.base[position].lab.withoutWeight : .zero
      let cost = error.squaredDistance(.zero) * weight
      if isPainted { yield.noteUnavoidable(min(cost, leastColorCost(wanted) * weight)) }
      beam.add(
        SearchPath(code: transparentIndex, cost: cost, carry: error * rightShare), margin: margin)
      guard demand != .blank else { return }
      if !isPainted { _ = leastColorCost(wanted) }
    } else {
      yield.noteUnavoidable(leastColorCost(wanted) * weight)
    }
    for group in 0..<nearest.groupCount {
      let costs = nearest.squared.base[group] * weight
      guard any(costs .< beam.limit) else { continue }
      for lane in 0..<8 where costs[lane] < beam.limit {
        let index = group * 8 + lane
        guard index < nearest.colors.count else { break }
        beam.add(
          SearchPath(
            code: index, cost: costs[lane], carry: (wanted - colors.base[index]) * rightShare),
          margin: margin)
      }
    }
  }

  @inline(__always)
  private func leastColorCost(_ wanted: Lab) -> Float { nearest.distances(to: wanted) }

  /// Continues the strings of the beam by one pixel.
  @inline(__always)
  private func lengthen(_ field: SearchField, at position: Int, error: Lab, isRowStart: Bool) {
    let stored = field.target.base[position]
    let demand = stored[3] & 3
    let weight = PixelDemand.weight(stored[3])
    let isPainted = PixelDemand.isPainted(stored[3])
    let target = stored.lab.withoutWeight + (isPainted ? error : .zero)
    let screen = field.screen.base[position].lab.withoutWeight
    // Errors are not carried from the end of a row to the next row.
    let takesCarry = isPainted && !isRowStart
    let symbols = trie.symbol
    let nextSibling = trie.nextSibling
    let palette = colors.base
    for index in 0..<beam.pathCount {
      let path = beam.paths[index]
      var child = Int(trie.firstChild[path.code])
      let wanted = takesCarry ? target + path.carry : target
      while child != 0 {
        let symbol = Int(symbols[child])
        if symbol != transparentIndex {
          if demand != PixelDemand.blank.rawValue {
            let error = wanted - palette[symbol]
            let cost = path.cost + error.squaredDistance(.zero) * weight
            if cost < beam.limit {
              beam.add(
                SearchPath(code: child, cost: cost, carry: error * rightShare), margin: margin)
            }
          }
        } else if demand != PixelDemand.paintBlank.rawValue {
          let error = demand == PixelDemand.paint.rawValue ? wanted - screen : .zero
          let cost = path.cost + error.squaredDistance(.zero) * weight
          if cost < beam.limit {
            beam.add(
              SearchPath(code: child, cost: cost, carry: error * rightShare), margin: margin)
          }
        }
        child = Int(nextSibling[child])
      }
    }
  }

  /// Uses a string: stores its indices and diffuses its errors. Returns the error for the next
  /// pixel.
  private func take(
    _ field: SearchField, code: Int, length: Int, from start: Int, carry: Lab,
    rows: DiffusionRows, bits: Int
  ) -> Lab {
    let indices = field.indices.base
    var node = code
    for position in stride(from: start + length - 1, through: start, by: -1) {
      indices[position] = trie.symbol[node]
      node = Int(trie.parent[node])
    }
    let width = field.rect.width
    var x = start % width
    var carry = carry
    var painted = 0
    for position in start..<start + length {
      let stored = field.target.base[position]
      if PixelDemand.isPainted(stored[3]) {
        painted += 1
        let wanted = stored.lab.withoutWeight + rows.current[x + 1] + carry
        let index = Int(indices[position])
        let shown =
          index == transparentIndex
          ? field.screen.base[position].lab.withoutWeight : colors.base[index]
        let error = (wanted - shown) * dither
        carry = error * DiffusionRows.rightShare
        rows.spread(error, x: x)
      } else {
        carry = .zero
      }
      x += 1
      if x == width {
        x = 0
        rows.advance()
        carry = .zero
      }
    }
    yield.note(bits: bits, painted: painted, kept: length - painted)
    return carry
  }
}
