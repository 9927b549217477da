internal import Raster
internal import Stages

extension InputFormat {
  /// PBM, PGM, PPM, PAM and PFM (Netpbm's manual pages of the formats).
  static let netpbm = coded(
    .netpbm, by: "ppm", "PBM, PGM, PPM, PAM and PFM", isConcatenated: true
  ) { head in
    head.count > 2 && head[0] == UInt8(ascii: "P") && [9, 10, 13, 32].contains(head[2])
      && NetpbmHeader.decoders[head[1]] != nil
  } header: { reader in
    try NetpbmHeader(reader).header
  }
}

/// The words before the samples.
private struct NetpbmHeader {
  let header: CodedHeader

  /// By the second byte of the file.
  static let decoders: [UInt8: String] = [
    UInt8(ascii: "1"): "pbm", UInt8(ascii: "2"): "pgm", UInt8(ascii: "3"): "ppm",
    UInt8(ascii: "4"): "pbm", UInt8(ascii: "5"): "pgm", UInt8(ascii: "6"): "ppm",
    UInt8(ascii: "7"): "pam", UInt8(ascii: "F"): "pfm", UInt8(ascii: "f"): "pfm",
  ]

  init(_ reader: ByteReader) throws {
    reader.seek(to: 1)
    guard let letter = try reader.readByte(), let decoder = Self.decoders[letter] else {
      throw CodedHeader.malformed("the Netpbm picture has no number")
    }
    if decoder == "pam" {
      header = try Self.named(reader)
      return
    }
    let isFloat = decoder == "pfm"
    let (width, height) = (try Self.number(reader), try Self.number(reader))
    // The largest sample value; the scale of floating point is not needed here.
    let most = isFloat || decoder == "pbm" ? 1 : try Self.number(reader)
    if isFloat { _ = try Self.word(reader) }
    var header = try CodedHeader(.netpbm, decoder: decoder, width: width, height: height)
    header.sampleDepth = isFloat || most > 255 ? 16 : 8
    let channels = letter == UInt8(ascii: "6") || letter == UInt8(ascii: "F") ? 3 : 1
    if decoder == "pgm" || decoder == "pbm" || letter == UInt8(ascii: "f") {
      header.samples = .gray
    }
    let isText = (UInt8(ascii: "1")...UInt8(ascii: "3")).contains(letter)
    if !isText, (1...65_535).contains(most) {
      let row =
        decoder == "pbm"
        ? (width + 7) / 8 : width * channels * (isFloat ? 4 : most > 255 ? 2 : 1)
      header.setEnd(after: reader.position, rowBytes: Int64(row))
    }
    self.header = header
  }

  /// The lines of a PAM: names and values.
  private static func named(_ reader: ByteReader) throws -> CodedHeader {
    var values: [String: String] = [:]
    while true {
      let name = try word(reader)
      if name == "ENDHDR" { break }
      guard values.count < 16 else {
        throw CodedHeader.malformed("the header of the PAM does not end")
      }
      values[name] = try word(reader)
    }
    func number(_ name: String) -> Int { values[name].flatMap { Int32($0) }.map { Int($0) } ?? 0 }
    var header = try CodedHeader(
      .netpbm, decoder: "pam", width: number("WIDTH"), height: number("HEIGHT"))
    let (depth, most) = (number("DEPTH"), number("MAXVAL"))
    if depth % 2 == 0 { header.alpha = .straight }
    if depth < 3 { header.samples = .gray }
    header.sampleDepth = most > 255 ? 16 : 8
    if (1...4).contains(depth), (1...65_535).contains(most) {
      let row = header.stored.width * depth * (most > 255 ? 2 : 1)
      header.setEnd(after: reader.position, rowBytes: Int64(row))
    }
    return header
  }

  private static func number(_ reader: ByteReader) throws -> Int {
    guard let number = Int32(try word(reader)) else {
      throw CodedHeader.malformed("the header of the Netpbm picture is damaged")
    }
    return Int(number)
  }

  /// The next word, including the blank after it; text after a # is a comment.
  private static func word(_ reader: ByteReader) throws -> String {
    var word: [UInt8] = []
    while let byte = try reader.readByte(), word.count < 64 {
      if byte == UInt8(ascii: "#") {
        while let next = try reader.readByte(), next != 10 {}
        if !word.isEmpty { break }
      } else if [9, 10, 11, 12, 13, 32].contains(byte) {
        if !word.isEmpty { break }
      } else {
        word.append(byte)
      }
    }
    guard !word.isEmpty else {
      throw CodedHeader.cut(.netpbm)
    }
    return String(decoding: word, as: UTF8.self)
  }
}
