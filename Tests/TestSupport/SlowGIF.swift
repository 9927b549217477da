/// A GIF reader that copies whole pictures at every step: slow and simple, for comparison. It reads
/// files without plain text and without block errors, including damaged LZW data.
package struct SlowGIF {
  package private(set) var width: Int
  package private(set) var height: Int
  /// Every composed picture as RGBA.
  package private(set) var pictures: [[UInt8]] = []
  /// The rectangle that each frame draws, and its disposal, clipped: x, y, width, height.
  package private(set) var rects: [(x: Range<Int>, y: Range<Int>)] = []
  package private(set) var disposals: [Int] = []

  package init(_ file: [UInt8]) {
    width = Int(file[6]) | Int(file[7]) << 8
    height = Int(file[8]) | Int(file[9]) << 8
    var at = 13
    func table(_ packed: UInt8) -> [[UInt8]] {
      guard packed & 0x80 != 0 else { return [] }
      let count = 2 << Int(packed & 7)
      defer { at += count * 3 }
      return (0..<count).map { i in Array(file[(at + i * 3)..<(at + i * 3 + 3)]) }
    }
    func subBlocks() -> [UInt8] {
      var data: [UInt8] = []
      while at < file.count, file[at] != 0 {
        data += file[(at + 1)..<min(at + 1 + Int(file[at]), file.count)]
        at += 1 + Int(file[at])
      }
      at += 1
      return data
    }
    let globalColors = table(file[10])
    var canvas: [UInt8] = []
    var disposal = 0
    var transparent: Int?
    while at < file.count, file[at] != 0x3b {
      if file[at] == 0x21 {
        let label = file[at + 1]
        at += 2
        let data = subBlocks()
        if label == 0xf9 {
          disposal = Int(data[0] >> 2 & 7)
          transparent = data[0] & 1 == 0 ? nil : Int(data[3])
        }
        continue
      }
      func word(_ i: Int) -> Int { Int(file[at + i]) | Int(file[at + i + 1]) << 8 }
      let (x, y, w, h) = (word(1), word(3), word(5), word(7))
      let packed = file[at + 9]
      at += 10
      let local = table(packed)
      let colors = local.isEmpty ? globalColors : local
      let minCodeSize = Int(file[at])
      at += 1
      let data = subBlocks()
      if pictures.isEmpty {
        width = max(width, w)
        height = max(height, h)
        canvas = Array(repeating: 0, count: width * height * 4)
      }
      let indices =
        (1...8).contains(minCodeSize)
        ? slowLZW(data, minCodeSize: minCodeSize, limit: w * h) : []
      let before = canvas
      if transparent == nil, x == 0, y == 0, w >= width, h >= height {
        canvas = Array(repeating: 0, count: canvas.count)
      }
      var rows = Array(0..<h)
      if packed & 0x40 != 0 {
        rows = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
          Array(stride(from: start, to: h, by: step))
        }
      }
      for (position, index) in indices.enumerated() where Int(index) != transparent {
        let px = x + position % w
        let py = y + rows[position / w]
        guard px < width, py < height else { continue }
        let color = Int(index) < colors.count ? colors[Int(index)] : [0, 0, 0]
        canvas.replaceSubrange(
          ((py * width + px) * 4)..<((py * width + px) * 4 + 4), with: color + [255])
      }
      pictures.append(canvas)
      let rect = (x: min(x, width)..<min(x + w, width), y: min(y, height)..<min(y + h, height))
      rects.append(rect)
      disposals.append(disposal)
      if disposal == 3 || disposal == 4 {
        canvas = before
      } else if disposal == 2 {
        for py in rect.y {
          for px in rect.x {
            for byte in 0..<4 { canvas[(py * width + px) * 4 + byte] = 0 }
          }
        }
      }
      disposal = 0
      transparent = nil
    }
  }
}
