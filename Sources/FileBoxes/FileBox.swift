/// Why the boxes of a file cannot be read.
package struct FileBoxError: Error, CustomStringConvertible {
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }
  package var description: String { reason }
}

/// A box of ISO/IEC 14496-12 (an atom of the QuickTime File Format) with its content.
package struct FileBox {
  /// Its four characters.
  package let kind: String
  package let content: ArraySlice<UInt8>
  /// More boxes than this in one box count as an attack on memory.
  private static let mostBoxes = 100_000

  package init(kind: String, content: ArraySlice<UInt8>) {
    self.kind = kind
    self.content = content
  }

  /// Reads all boxes in these bytes.
  ///
  /// - Throws: ``FileBoxError`` if a box does not fit.
  package static func list(in bytes: ArraySlice<UInt8>) throws -> [FileBox] {
    var boxes: [FileBox] = []
    var rest = bytes
    while rest.count >= 8 {
      guard boxes.count < mostBoxes else { throw FileBoxError(reason: "a box has too many boxes") }
      let head = FileBox(kind: "box", content: rest)
      let size = Int(try head.number(at: 0, bytes: 4))
      let kind = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      guard size >= 8, size <= rest.count else {
        throw FileBoxError(reason: "the box \(kind) does not fit into its parent")
      }
      boxes.append(FileBox(kind: kind, content: rest.prefix(size).dropFirst(8)))
      rest = rest.dropFirst(size)
    }
    return boxes
  }

  package var children: [FileBox] { get throws { try Self.list(in: content) } }

  /// The box at the end of a path of kinds; nil if there is none.
  package func find(_ path: String...) throws -> FileBox? {
    var box = self
    for kind in path {
      guard let next = try box.children.first(where: { $0.kind == kind }) else { return nil }
      box = next
    }
    return box
  }

  /// The box at a path; throws if it is missing.
  package func require(_ path: String...) throws -> FileBox {
    var box = self
    for kind in path {
      guard let next = try box.find(kind) else {
        throw FileBoxError(reason: "the box \(box.kind) has no \(kind)")
      }
      box = next
    }
    return box
  }

  /// An unsigned number of 1 to 8 bytes, the highest first.
  package func number(at offset: Int, bytes: Int) throws -> UInt64 {
    let field = content.dropFirst(offset).prefix(bytes)
    guard field.count == bytes else {
      throw FileBoxError(reason: "the box \(kind) is cut off")
    }
    return field.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number that is far below the limit of 64 bits.
  package func count(at offset: Int, bytes: Int = 4) throws -> Int64 {
    Int64(truncatingIfNeeded: try number(at: offset, bytes: bytes))
  }

  /// The version of a full box.
  package var version: UInt64 { get throws { try number(at: 0, bytes: 1) } }

  /// This full box, if it has one of the versions whose fields are known.
  ///
  /// - Throws: ``FileBoxError`` for other versions: such a box must not be read (ISO/IEC 14496-12, 4.2).
  package func ofVersion(_ known: ClosedRange<UInt64>) throws -> FileBox {
    let version = try version
    guard known.contains(version) else {
      throw FileBoxError(reason: "the box \(kind) has the unknown version \(version)")
    }
    return self
  }

  /// A signed number of 4 bytes.
  package func signed(at offset: Int) throws -> Int64 {
    Int64(Int32(truncatingIfNeeded: try number(at: offset, bytes: 4)))
  }

  /// The tracks of images of a `moov` box.
  package var videoTracks: [FileBox] {
    get throws {
      try children.filter { track in
        // A version, a reserved number, and the handler type.
        try track.kind == "trak"
          && track.require("mdia", "hdlr").content.dropFirst(8).starts(with: "vide".utf8)
      }
    }
  }

  /// The `moov` box of an MP4 or MOV file.
  ///
  /// - Parameters:
  ///   - mostBytes: the largest box to read, because all of it is held in memory.
  ///   - read: returns exactly this many bytes from an offset.
  /// - Throws: ``FileBoxError``, and any error of `read`.
  package static func movie(
    fileBytes size: Int64, mostBytes: Int, read: (_ offset: Int64, _ count: Int) throws -> [UInt8]
  ) throws -> FileBox {
    try placedMovie(fileBytes: size, mostBytes: mostBytes, read: read).box
  }

  /// ``movie(fileBytes:mostBytes:read:)`` with the offset in the file of its content, whose first
  /// index is 0.
  package static func placedMovie(
    fileBytes size: Int64, mostBytes: Int, read: (_ offset: Int64, _ count: Int) throws -> [UInt8]
  ) throws -> (box: FileBox, offset: Int64) {
    var found: BoxPlace?
    try BoxPlace.each(fileBytes: size, read: read) { place in
      if place.isCut { throw FileBoxError(reason: "the box \(place.kind) is cut off") }
      if place.kind == "moov" { found = place }
      return found == nil
    }
    guard let found else { throw FileBoxError(reason: "the file has no box moov") }
    guard found.content.count <= mostBytes else {
      throw FileBoxError(reason: "the index has \(found.content.count) bytes")
    }
    let content = try read(found.content.lowerBound, found.content.count)
    return (FileBox(kind: found.kind, content: content[...]), found.content.lowerBound)
  }
}
