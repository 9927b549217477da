internal import CZlib
internal import Messages
internal import Stages
internal import TextFormats

/// Recognizes Lottie by its content, because other formats are also JSON or gzip, and unpacks it.
enum LottieFile {
  /// The members that every version of the format has.
  private static let members = ["v", "fr", "ip", "op", "layers"]
  private static let mark: [UInt8] = [0x1F, 0x8B, 8]
  private static let blockBytes = 64 << 10

  /// Whether a file starts like Lottie: as gzip, or as JSON with its rate and its range.
  static func starts(_ head: [UInt8]) -> Bool {
    if head.starts(with: mark) { return true }
    guard isObject(head[...]) else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return ["\"fr\"", "\"ip\"", "\"op\""].allSatisfy(text.contains)
  }

  /// Whether JSON is Lottie with its members in another order, for files without a known beginning.
  ///
  /// - Complexity: reads the whole file if it is a JSON.
  static func isDescribed(by source: ByteSource, limits: ReadingLimits) throws -> Bool {
    guard isObject(try source.prefix(256)[...]), source.byteCount <= limits.maxMetadataBytes
    else { return false }
    let bytes = try source.allBytes(limit: limits.maxMetadataBytes)
    // Data of sheets can be equally long, and is read again by its own reader.
    guard bytes.firstRange(of: Array("\"layers\"".utf8)) != nil,
      bytes.firstRange(of: Array("\"op\"".utf8)) != nil, let json = try? JSONReader.read(bytes)
    else { return false }
    return isLottie(json)
  }

  static func isLottie(_ json: JSONValue) -> Bool { members.allSatisfy { json[$0] != nil } }

  /// The JSON text of a file.
  ///
  /// - Throws: ``ReadingError``.
  static func text(of source: ByteSource, limits: ReadingLimits) throws -> [UInt8] {
    if try source.prefix(mark.count) == mark {
      return try inflated(source, limit: limits.maxMetadataBytes)
    }
    return try source.allBytes(limit: limits.maxMetadataBytes)
  }

  /// - Throws: ``ReadingError``; malformed for other JSON.
  static func json(_ text: [UInt8]) throws -> JSONValue {
    let json: JSONValue
    do { json = try JSONReader.read(text) } catch let error as TextError {
      throw ReadingError.malformed(
        detail: "the Lottie animation is \(error)", frame: nil, byteOffset: nil)
    }
    if let missing = members.first(where: { json[$0] == nil }) {
      throw ReadingError.malformed(
        detail: "the Lottie animation has no \(quoted(missing))", frame: nil, byteOffset: nil)
    }
    return json
  }

  /// Whether a text may be a JSON object.
  private static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    return bytes.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } == UInt8(ascii: "{")
  }

  /// Inflates the first member of a gzip file. Wraps `inflate`, block by block.
  ///
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` beyond `limit` bytes.
  /// - Complexity: takes at most `limit` bytes of memory, and two blocks.
  private static func inflated(_ source: ByteSource, limit: Int) throws -> [UInt8] {
    // zlib stores the stream's address, so it must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard czlib_inflate_init_gzip(stream) == Z_OK else {
      throw ReadingError.system(operation: "allocate", errno: 12)
    }
    defer { inflateEnd(stream) }
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: blockBytes, alignment: 1)
    defer { input.deallocate() }
    var output: [UInt8] = []
    var position: Int64 = 0
    while true {
      let count = try source.read(at: position, into: input)
      if count == 0 {
        throw ReadingError.truncated(
          detail: "the gzip file ends early", frame: nil, byteOffset: source.byteCount)
      }
      position += Int64(count)
      stream.pointee.next_in = input.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_in = UInt32(count)
      var status = Z_OK
      repeat {
        let before = output.count
        output += [UInt8](unsafeUninitializedCapacity: blockBytes) { block, filled in
          stream.pointee.next_out = block.baseAddress
          stream.pointee.avail_out = UInt32(block.count)
          status = inflate(stream, Z_NO_FLUSH)
          filled = block.count - Int(stream.pointee.avail_out)
        }
        if before == 0, !output.isEmpty, !isObject(output[...]) { throw foreign }
        if output.count > limit {
          throw ReadingError.limitExceeded(limit: .metadata, value: output.count, allowed: limit)
        }
        if status == Z_STREAM_END { return output }
        guard status == Z_OK || status == Z_BUF_ERROR else {
          throw ReadingError.malformed(
            detail: "the gzip file is damaged", frame: nil, byteOffset: position)
        }
      } while stream.pointee.avail_out == 0
    }
  }

  private static let foreign = ReadingError.otherFormat(
    title: "a gzip file without a Lottie animation", remedy: "unpack it first, with gunzip")
}
