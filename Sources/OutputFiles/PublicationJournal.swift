internal import SystemPackage

/// The pending replacement of an output's several files: their names, and where earlier files with
/// these names are kept until all are replaced.
///
/// It is written next to the files before the first name changes and removed after the last, so
/// that leftovers of a killed process can be recognised.
struct PublicationJournal: Equatable {
  struct Step: Equatable {
    /// Relative to the folder: a temporary file in it, or a file in a temporary folder.
    var temporary: FilePath
    /// In the folder.
    var name: FilePath.Component
    /// Where the earlier file is kept; nil if there is none.
    var aside: FilePath.Component?
    /// The identity of the complete file, which renaming does not change.
    var byteCount: Int64
    var modified: Int64
  }

  var steps: [Step]

  private static let head = Array("animconv names 1".utf8)
  private static let end = Array("end".utf8)

  /// Fields that end in NUL, because names cannot contain it.
  var bytes: [UInt8] {
    var fields: [[UInt8]] = [Self.head]
    for step in steps {
      fields += [
        Self.bytes(step.temporary.components), Self.bytes(step.name),
        step.aside.map(Self.bytes) ?? [],
        Array("\(step.byteCount)".utf8), Array("\(step.modified)".utf8),
      ]
    }
    fields.append(Self.end)
    return fields.flatMap { $0 + [0] }
  }

  init(steps: [Step]) { self.steps = steps }

  /// The inverse of ``bytes``. Nil for anything else, such as a truncated journal, for names
  /// outside the folder, and for temporary files with other programs' names.
  init?(_ bytes: [UInt8]) {
    let fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    guard fields.count >= 3, fields.first == Self.head, fields.last == [],
      fields[fields.count - 2] == Self.end
    else { return nil }
    let rest = fields.dropFirst().dropLast(2)
    guard rest.count.isMultiple(of: 5) else { return nil }
    steps = []
    for start in stride(from: rest.startIndex, to: rest.endIndex, by: 5) {
      guard let temporary = Self.temporary(rest[start]),
        let name = Self.component(rest[start + 1], isOurs: false),
        let byteCount = Int64(String(decoding: rest[start + 3], as: UTF8.self)),
        let modified = Int64(String(decoding: rest[start + 4], as: UTF8.self))
      else { return nil }
      let aside = Self.component(rest[start + 2], isOurs: true)
      if aside == nil, !rest[start + 2].isEmpty { return nil }
      steps.append(
        Step(
          temporary: temporary, name: name, aside: aside, byteCount: byteCount,
          modified: modified))
    }
  }

  private static func bytes(_ components: FilePath.ComponentView) -> [UInt8] {
    Array(components.map(bytes).joined(separator: [UInt8(ascii: "/")]))
  }

  private static func bytes(_ component: FilePath.Component) -> [UInt8] {
    component.withPlatformString { start in
      var bytes: [UInt8] = []
      var next = start
      while next.pointee != 0 {
        bytes.append(UInt8(bitPattern: next.pointee))
        next += 1
      }
      return bytes
    }
  }

  private static func temporary(_ bytes: [UInt8]) -> FilePath? {
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = component(Array(parts[0]), isOurs: true) else {
      return nil
    }
    guard parts.count == 2 else { return FilePath(root: nil, [first]) }
    return component(Array(parts[1]), isOurs: false).map { FilePath(root: nil, [first, $0]) }
  }

  private static func component(_ bytes: [UInt8], isOurs: Bool) -> FilePath.Component? {
    if isOurs, !bytes.starts(with: OutputFile.prefix.utf8) { return nil }
    if bytes.isEmpty || bytes.contains(UInt8(ascii: "/")) { return nil }
    let terminated = bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0]
    let component = terminated.withUnsafeBufferPointer {
      FilePath.Component(platformString: $0.baseAddress!)
    }
    return component?.kind == .regular ? component : nil
  }
}
