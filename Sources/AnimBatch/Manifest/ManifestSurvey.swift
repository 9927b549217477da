internal import CLibrary
internal import OutputFiles
internal import SystemPackage
internal import TextFormats

/// The result of one pass over all lines of a manifest.
struct ManifestSurvey {
  /// Units of all lines.
  private(set) var unitCount = 0
  private var targets: [UInt64] = []
  /// Hashes of inputs in the output folder, which an output might overwrite.
  private var inputsInFolder: [UInt64] = []
  private var lineHash: UInt64 = 0
  private let folder: FilePath
  private let folderPrefix: [UInt8]
  private let reports: [(option: String, path: FilePath, hash: UInt64)]

  init(
    folder: FilePath, reports: [(option: String, path: FilePath)], manifest: LineFile
  ) throws(BatchError) {
    self.folder = folder
    let place = Self.shortest(folder)
    folderPrefix = place == "." || place.isEmpty ? [] : PathText.bytes(of: place) + [0x2F]
    self.reports = reports.map { ($0, $1, Self.hash($1)) }
    for (option, path) in reports {
      guard let status = FileStatus(of: path, followingLinks: true), status.isRegularFile,
        manifest.status?.isSameFile(as: status) == true
      else { continue }
      throw .reportInUse(
        option: option, file: path.string, by: "\(manifest.name), which is read")
    }
  }

  /// Paths in their shortest form, for comparison.
  static func hash(_ path: FilePath) -> UInt64 { NameHash.of(shortest(path)) }

  /// Another spelling of the same path, assuming it contains no links: without `.` and `..`, and
  /// relative if it is below the current folder.
  private static func shortest(_ path: FilePath) -> FilePath {
    var short = path.lexicallyNormalized()
    if short.isAbsolute, let currentFolder { _ = short.removePrefix(currentFolder) }
    return short
  }

  private static let currentFolder: FilePath? = {
    guard let text = getcwd(nil, 0) else { return nil }
    defer { free(text) }
    return FilePath(platformString: text)
  }()

  /// With a trailing `/`.
  private static let currentFolderPrefix: [UInt8] =
    currentFolder.map { PathText.bytes(of: $0) + [0x2F] } ?? []

  /// The hash of a name in its shortest form, and whether it is in the output folder.
  ///
  /// - Complexity: one pass over a name in its usual form.
  private func place(of name: UnsafeRawBufferPointer) -> (hash: UInt64, isInside: Bool) {
    func isInside(_ name: UnsafeRawBufferPointer) -> Bool {
      name.count > folderPrefix.count && name.starts(with: folderPrefix)
    }
    var short = name
    if name.first == 0x2F, !Self.currentFolderPrefix.isEmpty,
      name.starts(with: Self.currentFolderPrefix)
    {
      short = UnsafeRawBufferPointer(rebasing: name.dropFirst(Self.currentFolderPrefix.count))
    }
    if Self.isShort(short) { return (NameHash.of(short), isInside(short)) }
    let path = Self.shortest(PathText.path(Array(name)))
    return path.withPlatformString { text in
      let bytes = UnsafeRawBufferPointer(start: text, count: path.length)
      return (NameHash.of(bytes), isInside(bytes))
    }
  }

  /// Whether no component is empty or starts with a dot.
  private static func isShort(_ name: UnsafeRawBufferPointer) -> Bool {
    var last: UInt8 = 0
    for byte in name {
      if byte == 0x2E, last == 0x2F || last == 0 { return false }
      if byte == 0x2F, last == 0x2F { return false }
      last = byte
    }
    return last != 0x2F
  }

  /// Records a line of any share.
  ///
  /// - Returns: the hash of its input's name.
  mutating func note(
    _ line: LineReader.Line, _ parser: ManifestParser
  ) throws(BatchError) -> UInt64 {
    unitCount += try parser.unitCount(of: line)
    var place = (hash: UInt64(0), isInside: false)
    let name = try parser.withInputName(of: line) { name in
      place = self.place(of: name)
      return NameHash.of(name)
    }
    lineHash = NameHash.mixed(lineHash ^ NameHash.of(line.bytes))
    if place.isInside { inputsInFolder.append(place.hash) }
    for report in reports where report.hash == place.hash {
      throw .reportInUse(
        option: report.option, file: report.path.string, by: "an input in line \(line.number)")
    }
    return name
  }

  /// Records an output of the share.
  mutating func take(_ target: FilePath, of input: FilePath) throws(BatchError) {
    let output = folder.pushing(target).lexicallyNormalized()
    if Self.shortest(output) == Self.shortest(input) {
      throw .targetIsInput(target: output.string, from: input.string, input: input.string)
    }
    let hash = Self.hash(output)
    for report in reports where report.hash == hash {
      throw .reportInUse(
        option: report.option, file: report.path.string, by: "\(output), which is an output")
    }
    targets.append(hash)
  }

  /// - Parameter units: finds the units whose output has a hash.
  /// - Throws: ``BatchError`` if two units would write the same file, or one would overwrite an
  ///   input.
  mutating func sortedTargets(
    _ units: (UInt64) throws(BatchError) -> [(input: FilePath, output: FilePath)]
  ) throws(BatchError) -> [UInt64] {
    targets.sort()
    for index in targets.indices.dropFirst() where targets[index] == targets[index - 1] {
      let found = try units(targets[index])
      for (number, first) in found.enumerated() {
        guard let second = found[(number + 1)...].first(where: { $0.output == first.output })
        else { continue }
        throw .sameTarget(
          target: first.output.string, first: first.input.string, second: second.input.string,
          byCase: false)
      }
    }
    for name in inputsInFolder where Self.contains(targets, name) {
      guard let found = try units(name).first else { continue }
      throw .targetIsInput(
        target: found.output.string, from: found.input.string, input: found.output.string)
    }
    return targets
  }

  /// A digest of all lines and their defaults.
  func digest(_ defaults: [String]) -> String {
    FileRecord.digest(
      of: (defaults + ["\(lineHash)", "\(unitCount)"]).joined(separator: "\n"))
  }

  static func contains(_ sorted: [UInt64], _ value: UInt64) -> Bool {
    var range = 0..<sorted.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if sorted[middle] == value { return true }
      range = sorted[middle] < value ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }
}
