/// Decompression of the strips and tiles of a TIFF.
enum TIFFCompression {
  /// Decompresses LZW (TIFF 6.0, section 13): codes of 9 to 12 bits, the highest bit first.
  ///
  /// - Parameter count: the number of bytes wanted.
  /// - Returns: fewer bytes if the data is damaged.
  /// - Complexity: O(bytes of output).
  static func lzw(_ bytes: [UInt8], count: Int) -> [UInt8] {
    var table = LZWTable()
    var output: [UInt8] = []
    output.reserveCapacity(count)
    var (held, bits, width) = (UInt32(0), 0, 9)
    var last: Int?
    for byte in bytes {
      held = held << 8 | UInt32(byte)
      bits += 8
      if bits < width { continue }
      bits -= width
      let code = Int(held >> UInt32(bits)) & (1 << width - 1)
      held &= 1 << UInt32(bits) - 1
      if code == LZWTable.end { break }
      if code == LZWTable.clear {
        table.clear()
        (width, last) = (9, nil)
        continue
      }
      guard table.append(code, after: last, to: &output), output.count < count else { break }
      last = code
      // The code size increases one code early.
      width = table.count >= 2047 ? 12 : table.count >= 1023 ? 11 : table.count >= 511 ? 10 : 9
    }
    return Array(output.prefix(count))
  }

  /// Decompresses PackBits (TIFF 6.0, section 9), which Photoshop documents also use.
  ///
  /// - Returns: at most `count` bytes; fewer if the data is damaged.
  static func packBits(_ bytes: some Sequence<UInt8>, count: Int) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(count)
    var rest = bytes.makeIterator()
    while output.count < count, let head = rest.next() {
      switch head {
      case 0...127:
        for _ in 0...head {
          guard let byte = rest.next() else { return Array(output.prefix(count)) }
          output.append(byte)
        }
      case 128: continue
      default:
        guard let byte = rest.next() else { break }
        output.append(contentsOf: repeatElement(byte, count: 257 - Int(head)))
      }
    }
    return Array(output.prefix(count))
  }
}

/// The strings of an LZW stream: each consists of an earlier string and a byte.
private struct LZWTable {
  static let clear = 256
  static let end = 257

  private var starts = [UInt16](repeating: 0, count: 4096)
  private var lasts = [UInt8](repeating: 0, count: 4096)
  private var lengths = [Int](repeating: 1, count: 4096)
  private(set) var count = 258

  init() {
    for byte in 0..<256 { lasts[byte] = UInt8(byte) }
  }

  mutating func clear() { count = 258 }

  /// Appends the string of a code, and adds the string that it completes.
  ///
  /// - Returns: false for a code without a string.
  mutating func append(_ code: Int, after last: Int?, to output: inout [UInt8]) -> Bool {
    guard let last else {
      guard code < 256 else { return false }
      output.append(UInt8(code))
      return true
    }
    guard code < count && code != Self.clear || code == count else { return false }
    let start = output.count
    if code == count {
      write(last, to: &output)
      output.append(output[start])
    } else {
      write(code, to: &output)
    }
    if count < 4096 {
      starts[count] = UInt16(last)
      lasts[count] = output[start]
      lengths[count] = lengths[last] + 1
      count += 1
    }
    return true
  }

  private func write(_ code: Int, to output: inout [UInt8]) {
    var (code, place) = (code, output.count + lengths[code])
    output.append(contentsOf: repeatElement(0, count: lengths[code]))
    while true {
      place -= 1
      output[place] = lasts[code]
      if code < 256 { return }
      code = Int(starts[code])
    }
  }
}
