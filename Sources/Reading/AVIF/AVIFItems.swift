internal import FileBoxes

/// The items of a file: images outside tracks, by their numbers.
struct AVIFItems {
  private let meta: FileBox
  /// The content of the `meta` box; its indices are file offsets.
  private let offset: Int64

  /// - Parameter meta: a `meta` box.
  /// - Throws: ``FileBoxError`` for an unknown version, and for other items than pictures
  ///   (ISO/IEC 23008-12, 6.2).
  init(_ meta: FileBox, at offset: Int64) throws {
    // A full box, which starts with its version and flags.
    self.meta = FileBox(kind: meta.kind, content: try meta.ofVersion(0...0).content.dropFirst(4))
    self.offset = offset
    let handler = try self.meta.require("hdlr").content.dropFirst(8).prefix(4)
    guard handler.elementsEqual("pict".utf8) else {
      throw FileBoxError(reason: "the items are not pictures")
    }
  }

  /// The number of the primary image (`pitm`).
  func primary() throws -> Int {
    let box = try meta.require("pitm").ofVersion(0...1)
    return Int(try box.count(at: 4, bytes: box.version == 0 ? 2 : 4))
  }

  /// The four-character type of an item (`iinf`).
  func kind(of item: Int) throws -> String {
    guard let found = try listed().first(where: { $0.item == item }) else {
      throw FileBoxError(reason: "the item \(item) is not listed")
    }
    return found.kind
  }

  /// The items of a four-character type.
  func items(of kind: String) throws -> [Int] {
    try listed().filter { $0.kind == kind }.map(\.item)
  }

  /// All items with their types (`iinf`).
  private func listed() throws -> [(item: Int, kind: String)] {
    let list = try meta.require("iinf").ofVersion(0...1)
    let countBytes = try list.version == 0 ? 2 : 4
    let entries = try FileBox.list(in: list.content.dropFirst(4 + countBytes))
    let count = Int(try list.count(at: 4, bytes: countBytes))
    guard count <= entries.count else { throw FileBoxError(reason: "the box iinf is cut off") }
    return try entries.prefix(count).compactMap { entry in
      guard entry.kind == "infe", try entry.version >= 2 else { return nil }
      let isLong = try entry.version == 3
      return (
        try Self.item(in: entry, at: 4, bytes: isLong ? 4 : 2),
        String(decoding: entry.content.dropFirst(isLong ? 10 : 8).prefix(4), as: UTF8.self)
      )
    }
  }

  /// The items with a reference of some kind to an item (`iref`).
  func referring(to item: Int, as kind: String) throws -> [Int] {
    try references(kind).filter { $0.to.contains(item) }.map(\.from)
  }

  /// The items to which an item has references of some kind, in their order.
  func references(of item: Int, as kind: String) throws -> [Int] {
    try references(kind).filter { $0.from == item }.flatMap(\.to)
  }

  private func references(_ kind: String) throws -> [(from: Int, to: [Int])] {
    guard let list = try meta.find("iref")?.ofVersion(0...1) else { return [] }
    let bytes = try list.version == 0 ? 2 : 4
    // The numbers of all kinds are checked, as Chromium does.
    return try FileBox.list(in: list.content.dropFirst(4)).compactMap { reference in
      let from = try Self.item(in: reference, at: 0, bytes: bytes)
      let count = Int(try reference.count(at: bytes, bytes: 2))
      let to = try (0..<count).map {
        try Self.item(in: reference, at: bytes + 2 + bytes * $0, bytes: bytes)
      }
      return reference.kind == kind ? (from, to) : nil
    }
  }

  /// The number of an item.
  ///
  /// - Throws: ``FileBoxError`` for 0, which is no item's number; Chromium refuses it in every box.
  private static func item(in box: FileBox, at offset: Int, bytes: Int) throws -> Int {
    let item = Int(try box.count(at: offset, bytes: bytes))
    guard item > 0 else {
      throw FileBoxError(reason: "an item of the box '\(box.kind)' has the number 0")
    }
    return item
  }

  /// The properties of an item in their order (`iprp`).
  ///
  /// - Throws: ``FileBoxError``.
  func properties(of item: Int) throws -> [FileBox] { try listedProperties(of: item).map(\.box) }

  /// The properties without which an item must not be shown (ISO/IEC 23008-12, 9.3.1).
  func essentialProperties(of item: Int) throws -> [FileBox] {
    try listedProperties(of: item).filter(\.isEssential).map(\.box)
  }

  private func listedProperties(of item: Int) throws -> [(box: FileBox, isEssential: Bool)] {
    let all = try allProperties()
    var found: [(box: FileBox, isEssential: Bool)] = []
    for list in try meta.require("iprp").children where list.kind == "ipma" {
      let idBytes = try list.ofVersion(0...1).version == 0 ? 2 : 4
      let isWide = try list.number(at: 3, bytes: 1) & 1 == 1
      var at = 8
      for _ in 0..<Int(try list.count(at: 4)) {
        let id = try Self.item(in: list, at: at, bytes: idBytes)
        let count = Int(try list.count(at: at + idBytes, bytes: 1))
        at += idBytes + 1
        for _ in 0..<count {
          let number = Int(try list.count(at: at, bytes: isWide ? 2 : 1))
          at += isWide ? 2 : 1
          let index = number & (isWide ? 0x7FFF : 0x7F)
          guard id == item, index > 0 else { continue }
          guard index <= all.count else {
            throw FileBoxError(reason: "a property of the item \(item) is missing")
          }
          found.append((all[index - 1], number != index))
        }
      }
    }
    return found
  }

  /// All properties in the file, whether or not an item has them (`ipco`).
  func allProperties() throws -> [FileBox] { try meta.require("iprp", "ipco").children }

  /// The pieces of an item's bytes in the file (`iloc`).
  func places(of item: Int, fileBytes: Int64) throws -> [Range<Int64>] {
    let box = try meta.require("iloc").ofVersion(0...2)
    let version = try box.version
    let widths = Int(try box.count(at: 4, bytes: 2))
    let offsetBytes = widths >> 12 & 15
    let lengthBytes = widths >> 8 & 15
    let baseBytes = widths >> 4 & 15
    let indexBytes = version == 0 ? 0 : widths & 15
    guard [offsetBytes, lengthBytes, baseBytes, indexBytes].allSatisfy({ [0, 4, 8].contains($0) })
    else { throw FileBoxError(reason: "the places of items have odd widths") }
    let idBytes = version < 2 ? 2 : 4
    var at = 6
    func next(_ bytes: Int) throws -> Int64 {
      defer { at += bytes }
      return bytes == 0 ? 0 : try box.count(at: at, bytes: bytes)
    }
    // The list is read to its end, as Chromium does: one that is cut off is damaged.
    var found: [Range<Int64>] = []
    for _ in 0..<(try next(idBytes)) {
      let id = try Self.item(in: box, at: at, bytes: idBytes)
      at += idBytes
      let method = version == 0 ? 0 : try next(2) & 15
      _ = try next(2)
      let base = try next(baseBytes)
      let count = try next(2)
      guard id == item, found.isEmpty else {
        at += Int(count) * (indexBytes + offsetBytes + lengthBytes)
        continue
      }
      for _ in 0..<count {
        _ = try next(indexBytes)
        let offset = try next(offsetBytes)
        let length = try next(lengthBytes)
        found.append(try place(base &+ offset, length, method: method, fileBytes: fileBytes))
      }
    }
    guard at <= box.content.count else { throw FileBoxError(reason: "the box iloc is cut off") }
    if found.isEmpty { throw FileBoxError(reason: "the item \(item) has no place in the file") }
    return found
  }

  /// More than any image has; the sum of all pieces fits 64 bits.
  private static let mostBytes: Int64 = 1 << 40

  /// - Parameter method: 0 for offsets from the start of the file, 1 for offsets from the start of
  ///   the `idat` box.
  private func place(
    _ offset: Int64, _ length: Int64, method: Int64, fileBytes: Int64
  ) throws -> Range<Int64> {
    var start = offset
    var end = fileBytes
    switch method {
    case 0: break
    case 1:
      let data = try meta.require("idat")
      start = offset &+ self.offset &+ Int64(data.content.startIndex)
      end = self.offset &+ Int64(data.content.endIndex)
    default: throw FileBoxError(reason: "an item consists of other items")
    }
    // A missing length means everything.
    let bytes = length == 0 ? end &- start : length
    guard offset >= 0, start >= 0, bytes > 0, start < Int64.max / 2, bytes < Self.mostBytes else {
      throw FileBoxError(reason: "an item has no place in the file")
    }
    return start..<(start + bytes)
  }
}
