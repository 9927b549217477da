/// A slow LZW decoder that follows the specification literally: a table of whole strings, and one
/// bit at a time. It shares no code with the code under test.
struct LZWReference {
  enum Failure: Error, Equatable {
    case noClearCodeFirst
    case codeNotInTable(Int)
    case dataWithoutEnd
    case bytesAfterEnd
    case setBitsAfterEnd
  }

  /// The indices that were compressed.
  var indices: [UInt8] = []
  /// The number of codes before each clear code except the first.
  var clears: [Int] = []
  var codeCount = 0

  init(_ data: [UInt8], minCodeSize: Int) throws {
    let clear = 1 << minCodeSize
    var table: [[UInt8]] = []
    var width = minCodeSize + 1
    var previous: [UInt8]?
    var position = 0
    func nextCode() throws -> Int {
      var code = 0
      for bit in 0..<width {
        guard position >> 3 < data.count else { throw Failure.dataWithoutEnd }
        code |= Int(data[position >> 3] >> UInt8(position & 7) & 1) << bit
        position += 1
      }
      return code
    }
    guard try nextCode() == clear else { throw Failure.noClearCodeFirst }
    position = 0
    while true {
      let code = try nextCode()
      if code == clear {
        if position > width { clears.append(codeCount) }
        table = (0..<clear).map { [UInt8($0)] } + [[], []]
        width = minCodeSize + 1
        previous = nil
        continue
      }
      if code == clear + 1 { break }
      codeCount += 1
      let string: [UInt8]
      if code < table.count {
        string = table[code]
      } else if let previous, code == table.count, table.count < 4096 {
        string = previous + [previous[0]]
      } else {
        throw Failure.codeNotInTable(code)
      }
      if let previous, table.count < 4096 {
        table.append(previous + [string[0]])
        if table.count == 1 << width, width < 12 { width += 1 }
      }
      indices += string
      previous = string
    }
    guard (position + 7) / 8 == data.count else { throw Failure.bytesAfterEnd }
    while position < data.count * 8 {
      guard data[position >> 3] >> UInt8(position & 7) & 1 == 0 else {
        throw Failure.setBitsAfterEnd
      }
      position += 1
    }
  }
}
