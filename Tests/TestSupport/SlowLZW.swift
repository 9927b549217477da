/// LZW decompression with a dictionary of whole strings: slow and simple.
///
/// - Returns: the indices up to `limit`, the end code, the end of the data, or a code that does not
///   exist yet.
package func slowLZW(_ data: [UInt8], minCodeSize: Int, limit: Int) -> [UInt8] {
  let clear = 1 << minCodeSize
  var out: [UInt8] = []
  var strings: [[UInt8]] = []
  var width = 0
  var before: [UInt8]?
  func start() {
    strings = (0..<clear).map { [UInt8($0)] } + [[], []]
    width = minCodeSize + 1
    before = nil
  }
  start()
  var bit = 0
  while out.count < limit, bit + width <= data.count * 8 {
    var code = 0
    for i in 0..<width {
      code |= Int(data[(bit + i) / 8] >> UInt8((bit + i) % 8) & 1) << i
    }
    bit += width
    if code == clear {
      start()
      continue
    }
    if code == clear + 1 { break }
    var string: [UInt8]
    if code < strings.count {
      string = strings[code]
    } else if code == strings.count, strings.count < 4096, let before {
      string = before + [before[0]]
    } else {
      break
    }
    if let before, strings.count < 4096 { strings.append(before + [string[0]]) }
    if strings.count == 1 << width, width < 12 { width += 1 }
    before = string
    out += string
  }
  return Array(out.prefix(limit))
}
