/// The result of an action in caches of Bazel's remote execution: the message `ActionResult` of
/// `build.bazel.remote.execution.v2`, with the members that are needed here, in the binary format
/// of Protocol Buffers.
struct ActionResult: Hashable {
  struct File: Hashable {
    /// Relative, with slashes.
    var path: String
    /// SHA-256 in lower-case hexadecimal digits.
    var digest: String
    var byteCount: Int64
  }

  /// `output_files`
  var files: [File] = []
  /// `stdout_raw`: further information.
  var note: [UInt8] = []

  /// `output_files` is member 2 of the result, `stdout_raw` member 5; `path` and `digest` are 1 and 2
  /// of a file, `hash` and `size_bytes` 1 and 2 of a digest.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for file in files {
      let digest =
        Self.member(1, Array(file.digest.utf8)) + [2 << 3]
        + Self.varint(UInt64(bitPattern: file.byteCount))
      bytes += Self.member(2, Self.member(1, Array(file.path.utf8)) + Self.member(2, digest))
    }
    return bytes + Self.member(5, note)
  }

  /// This is the inverse of ``bytes``; unknown members are ignored. Nil for anything else.
  init?(_ bytes: [UInt8]) {
    for (number, value) in Self.members(bytes[...]) ?? [(0, nil)] {
      switch (number, value) {
      case (2, let value?):
        guard let file = Self.file(value) else { return nil }
        files.append(file)
      case (5, let value?): note = Array(value)
      case (0, _): return nil
      default: break
      }
    }
  }

  init() {}

  private static func file(_ bytes: ArraySlice<UInt8>) -> File? {
    guard let members = members(bytes),
      let path = members.last(where: { $0.number == 1 })?.bytes,
      let digest = members.last(where: { $0.number == 2 })?.bytes.flatMap(Self.members),
      let hash = digest.last(where: { $0.number == 1 })?.bytes
    else { return nil }
    var byteCount: Int64 = 0
    // A missing member is 0.
    var rest = Self.numbers(members.last { $0.number == 2 }!.bytes!)
    if let size = rest.removeValue(forKey: 2) { byteCount = Int64(truncatingIfNeeded: size) }
    return File(
      path: String(decoding: path, as: UTF8.self), digest: String(decoding: hash, as: UTF8.self),
      byteCount: byteCount)
  }

  // MARK: - Protocol Buffers

  private static func member(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  private static func varint(_ value: UInt64) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// The members with bytes; members with numbers are ignored. Nil if it is not a message.
  private static func members(
    _ bytes: ArraySlice<UInt8>
  ) -> [(number: Int, bytes: ArraySlice<UInt8>?)]? {
    walk(bytes)?.map { ($0.number, $0.bytes) }
  }

  /// The members with numbers.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int: UInt64] {
    Dictionary(
      (walk(bytes) ?? []).compactMap { member in member.value.map { (member.number, $0) } },
      uniquingKeysWith: { $1 })
  }

  private static func walk(
    _ bytes: ArraySlice<UInt8>
  ) -> [(number: Int, bytes: ArraySlice<UInt8>?, value: UInt64?)]? {
    var found: [(number: Int, bytes: ArraySlice<UInt8>?, value: UInt64?)] = []
    var rest = bytes
    func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func varint() -> UInt64? {
      var value: UInt64 = 0
      for shift in stride(from: 0, to: 64, by: 7) {
        guard let byte = rest.popFirst() else { return nil }
        value |= UInt64(byte & 0x7F) << UInt64(shift)
        if byte < 0x80 { return value }
      }
      return nil
    }
    while !rest.isEmpty {
      guard let tag = varint(), let number = Int(exactly: tag >> 3), number > 0 else { return nil }
      switch tag & 7 {
      case 0:
        guard let value = varint() else { return nil }
        found.append((number, nil, value))
      case 1: if take(8) == nil { return nil }
      case 2:
        guard let count = varint().flatMap({ Int(exactly: $0) }), let part = take(count) else {
          return nil
        }
        found.append((number, part, nil))
      case 5: if take(4) == nil { return nil }
      default: return nil
      }
    }
    return found
  }
}
