/// Changes boxes of a small HEIF with 16-bit numbers of items, as `heif-enc` writes it.
enum HEIFBoxes {
  private static func number(_ file: [UInt8], _ at: Int, _ count: Int) -> Int {
    file[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func set(_ file: inout [UInt8], _ at: Int, _ count: Int, _ value: Int) {
    for byte in 0..<count {
      file[at + byte] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - byte)))
    }
  }

  private static func place(_ kind: String, in file: [UInt8]) -> Int {
    file.firstRange(of: Array(kind.utf8))!.lowerBound - 4
  }

  /// The number of the primary picture.
  static func primary(in file: [UInt8]) -> Int { number(file, place("pitm", in: file) + 12, 2) }

  /// Puts bytes into every box of a kind, after its eight bytes of head.
  static func replacing(
    _ kind: String, at offset: Int, _ bytes: [UInt8], in file: [UInt8]
  ) -> [UInt8] {
    var file = file
    for place in file.ranges(of: Array(kind.utf8)) {
      let start = place.upperBound + offset
      file.replaceSubrange(start..<start + bytes.count, with: bytes)
    }
    return file
  }

  /// Adds a property to an item.
  static func adding(
    _ kind: String, _ content: [UInt8], toItem item: Int, of file: [UInt8]
  ) -> [UInt8] {
    var file = file
    let size = 8 + content.count
    let box = [0, 0, 0, UInt8(size)] + Array(kind.utf8) + content
    let list = place("ipco", in: file)
    let end = list + number(file, list, 4)
    var count = 0
    var at = list + 8
    while at < end {
      count += 1
      at += number(file, at, 4)
    }
    file.insert(contentsOf: box, at: end)
    let links = place("ipma", in: file)
    at = links + 16
    while number(file, at, 2) != item { at += 3 + Int(file[at + 2]) }
    file.insert(UInt8(0x80 | count + 1), at: at + 3 + Int(file[at + 2]))
    file[at + 2] += 1
    func grow(_ box: Int, _ more: Int) { set(&file, box, 4, number(file, box, 4) + more) }
    grow(list, size)
    grow(links, 1)
    grow(place("iprp", in: file), size + 1)
    grow(place("meta", in: file), size + 1)
    moveItems(&file, by: size + 1)
    return file
  }

  /// Moves the data after the boxes; data inside the boxes stays.
  private static func moveItems(_ file: inout [UInt8], by more: Int) {
    let box = place("iloc", in: file)
    let version = file[box + 8]
    precondition(file[box + 12] == 0x44, "offsets and lengths of 4 bytes")
    // An offset that is added to those of an item's extents has its own size.
    let base = Int(file[box + 13] >> 4)
    var at = box + 16
    for _ in 0..<number(file, box + 14, 2) {
      let isInFile = version == 0 || number(file, at + 2, 2) == 0
      at += (version == 0 ? 4 : 6) + base
      let extents = number(file, at, 2)
      at += 2
      for _ in 0..<extents {
        if isInFile { set(&file, at, 4, number(file, at, 4) + more) }
        at += 8
      }
    }
  }
}
