import FileBoxes
import Testing

@testable import Reading

/// The positions of a picture's parts, also in hostile files.
@Suite struct AVIFItemsTests {
  private static func word(_ value: UInt64, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(bytes - 1 - $0))) }
  }

  private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    word(UInt64(content.count + 8), 4) + Array(kind.utf8) + content
  }

  /// The box `hdlr` of pictures, or of something else.
  private static func handler(_ kind: String = "pict") -> [UInt8] {
    box("hdlr", word(0, 8) + Array(kind.utf8) + word(0, 8) + word(0, 5))
  }

  /// The items of pictures that boxes beside the handler describe.
  private static func items(boxes: [UInt8]) throws -> AVIFItems {
    try AVIFItems(
      FileBox(kind: "meta", content: (word(0, 4) + handler() + boxes)[...]), at: 0)
  }

  @Test func itemsOfAnotherKindAreRefused() throws {
    for meta in [[], Self.handler("mp7t"), Self.handler("pict").dropLast(20) + []] {
      #expect(throws: FileBoxError.self) {
        try AVIFItems(FileBox(kind: "meta", content: (Self.word(0, 4) + meta)[...]), at: 0)
      }
    }
    _ = try Self.items(boxes: [])
  }

  /// The box `iloc` of version 0 with 8 bytes for each length and no offsets.
  private static func items(_ lengths: [(id: UInt64, lengths: [UInt64])]) throws -> AVIFItems {
    var content = word(0, 4) + word(0x0800, 2) + word(UInt64(lengths.count), 2)
    for item in lengths {
      content += word(item.id, 2) + word(0, 2) + word(UInt64(item.lengths.count), 2)
      for length in item.lengths { content += word(length, 8) }
    }
    return try items(boxes: box("iloc", content))
  }

  @Test func thePiecesOfOneItemAreFoundBehindThoseOfOthers() throws {
    let items = try Self.items([(7, [1, 2, 3]), (1, [5, 6]), (1, [9])])
    #expect(try items.places(of: 1, fileBytes: 100) == [0..<5, 0..<6])
    // A list that is cut off behind the item, as its count or its last length says.
    var list = Self.word(0, 4) + Self.word(0x0800, 2) + Self.word(2, 2) + Self.word(1, 2)
    list += Self.word(0, 2) + Self.word(1, 2) + Self.word(5, 8)
    for rest in [[], Self.word(7, 2) + Self.word(0, 2) + Self.word(1, 2)] {
      let cut = try Self.items(boxes: Self.box("iloc", list + rest))
      #expect(throws: FileBoxError.self) { try cut.places(of: 1, fileBytes: 100) }
    }
    #expect(throws: FileBoxError.self) { try items.places(of: 2, fileBytes: 100) }
  }

  /// In every box, as in Chromium.
  @Test func theNumberOfAnItemIsNotZero() throws {
    let box = Self.box
    for item in [0, 1] as [UInt64] {
      let number = Self.word(item, 2)
      let entry = box("infe", [2, 0, 0, 0] + number + [0, 0] + "av01".utf8)
      let list = box("iinf", Self.word(0, 4) + [0, 1] + entry)
      let links = box("iref", Self.word(0, 4) + box("thmb", number + [0, 1, 0, 2]))
      let linked = box("iref", Self.word(0, 4) + box("thmb", [0, 2, 0, 1] + number))
      let properties = box(
        "iprp", box("ipco", []) + box("ipma", Self.word(0, 4) + Self.word(1, 4) + number + [0]))
      let found: [() throws -> Void] = [
        { _ = try Self.items(boxes: list).items(of: "av01") },
        { _ = try Self.items(boxes: links).references(of: 2, as: "auxl") },
        { _ = try Self.items(boxes: linked).references(of: 2, as: "auxl") },
        { _ = try Self.items(boxes: properties).properties(of: 2) },
        { _ = try Self.items([(item, [1]), (2, [1])]).places(of: 2, fileBytes: 100) },
      ]
      for read in found {
        if item == 0 {
          #expect(throws: FileBoxError.self, performing: read)
        } else {
          #expect(throws: Never.self, performing: read)
        }
      }
    }
  }

  /// Items are those that are counted.
  @Test func theListOfItemsHasItsNumberOfEntries() throws {
    let entry = Self.box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("av01".utf8))
    func items(_ count: UInt64) throws -> AVIFItems {
      try Self.items(boxes: Self.box("iinf", Self.word(0, 4) + Self.word(count, 2) + entry))
    }
    #expect(try items(1).kind(of: 1) == "av01")
    for count in [0, 2] as [UInt64] {
      let damaged = try items(count)
      #expect(throws: FileBoxError.self) { try damaged.kind(of: 1) }
    }
  }

  /// A derived gain map whose first input is the primary picture (ISO 21496-1, annex C).
  @Test func aGainMapIsFound() throws {
    let box = Self.box
    func entry(_ item: UInt64, _ kind: String) -> [UInt8] {
      box("infe", [2, 0, 0, 0] + Self.word(item, 2) + [0, 0] + Array(kind.utf8) + [0])
    }
    func items(_ base: UInt64) throws -> AVIFItems {
      let list = box(
        "iinf",
        Self.word(0, 4) + Self.word(3, 2) + entry(1, "av01") + entry(2, "av01") + entry(3, "tmap"))
      let links = box(
        "iref", Self.word(0, 4) + box("dimg", [0, 3, 0, 2] + Self.word(base, 2) + [0, 2]))
      return try Self.items(boxes: list + links)
    }
    #expect(try items(1).gainMap(of: 1) == "ISO 21496-1")
    #expect(try items(4).gainMap(of: 1) == nil)
    #expect(try items(1).references(of: 3, as: "dimg") == [1, 2])
    #expect(try items(1).referring(to: 2, as: "dimg") == [3])
  }

  /// Their sum would not fit 64 bits.
  @Test func piecesThatAreLongerThanAnyFileAreRefused() throws {
    let items = try Self.items([(1, Array(repeating: 0x3FFF_FFFF_FFFF_FFFE, count: 3))])
    #expect(throws: FileBoxError.self) { try items.places(of: 1, fileBytes: 100) }
  }
}
