internal import AnimConv
internal import CLibrary
internal import Messages
internal import OutputFiles
internal import SystemPackage
internal import TextFormats
internal import Threads
internal import Writing

/// The request of one manifest line.
struct ManifestItem {
  struct Output {
    let output: BatchOutput
    /// See ``BatchUnit/settingsDigest``.
    let settingsDigest: String
    /// Inside the folder of the outputs.
    let target: FilePath
  }

  let input: FilePath
  let outputs: [Output]
}

/// Reads the lines of a manifest: a path, or an object with `input` and optionally `output`,
/// `settings`, `preset` and `unit`, which is ignored.
struct ManifestParser: Sendable {
  /// Defaults for lines.
  struct Defaults: Sendable {
    let outputs: [BatchOutput]
    let folder: FilePath
    let name: NameTemplate
    let presets: Preset.Library
  }

  /// Settings with the digest of each.
  private typealias Choices = [(output: BatchOutput, digest: String)]

  let defaults: Defaults
  /// The manifest's name in messages.
  private let file: String
  /// Whether lines are always paths.
  private let holdsPathsOnly: Bool
  private let defaultChoices: [(output: BatchOutput, digest: String)]
  /// Settings by their text: most manifests have few different ones.
  private let known = GuardedState<[String: [(output: BatchOutput, digest: String)]]>([:])

  private static let keys = ["input", "output", "settings", "preset", "unit"]
  private static let maxKnown = 256

  init(_ defaults: Defaults, file: String, holdsPathsOnly: Bool) {
    self.defaults = defaults
    self.file = file
    self.holdsPathsOnly = holdsPathsOnly
    defaultChoices = Self.choices(defaults.outputs)
  }

  /// Calls `body` with the bytes of the input's name.
  ///
  /// - Throws: ``BatchError/malformed(file:detail:remedy:)``.
  /// - Complexity: O(bytes); allocates nothing for a path, and for an object that starts with an
  ///   `input` without escapes.
  @inline(__always)
  func withInputName<Value>(
    of line: LineReader.Line, _ body: (UnsafeRawBufferPointer) -> Value
  ) throws(BatchError) -> Value {
    if !isObject(line) { return body(line.bytes) }
    if let name = Self.plainInputName(line.bytes) { return body(name) }
    let path = try input(try json(line), line)
    return path.withPlatformString { body(UnsafeRawBufferPointer(start: $0, count: path.length)) }
  }

  /// The number of units that a line stands for.
  ///
  /// - Throws: ``BatchError``.
  func unitCount(of line: LineReader.Line) throws(BatchError) -> Int {
    guard isObject(line), Self.mentionsPreset(line.bytes) else {
      return defaults.outputs.count
    }
    return try item(line).outputs.count
  }

  /// - Throws: ``BatchError``.
  func item(_ line: LineReader.Line) throws(BatchError) -> ManifestItem {
    guard isObject(line) else {
      guard !line.bytes.contains(0) else { throw malformed(line, "expected a path without NUL") }
      let input = PathText.path(Array(line.bytes))
      return ManifestItem(input: input, outputs: try outputs(of: input, defaultChoices))
    }
    let json = try json(line)
    var seen: Set<String> = []
    for (key, _) in json.members {
      guard Self.keys.contains(key) else {
        throw malformed(
          line, "there is no key '\(key)'",
          remedy: NearestName.nearest(to: key, among: Self.keys).map { "did you mean '\($0)'?" })
      }
      guard seen.insert(key).inserted else {
        throw malformed(line, "expected one value for '\(key)', not two")
      }
    }
    let input = try input(json, line)
    let target = try target(json, line)
    let choices = try choices(json, target, line)
    guard let target else {
      return ManifestItem(input: input, outputs: try outputs(of: input, choices))
    }
    guard choices.count == 1 else {
      throw malformed(
        line, "'output' names one file, but the preset makes \(choices.count)",
        remedy: "leave it out")
    }
    return ManifestItem(
      input: input,
      outputs: [
        .init(output: choices[0].output, settingsDigest: choices[0].digest, target: target)
      ])
  }

  // MARK: -

  private func isObject(_ line: LineReader.Line) -> Bool {
    !holdsPathsOnly && line.bytes.first == UInt8(ascii: "{")
  }

  private func malformed(
    _ line: LineReader.Line, _ detail: ConversionMessage, remedy: ConversionMessage? = nil
  ) -> BatchError {
    .malformed(file: file, detail: "line \(line.number): \(detail)", remedy: remedy)
  }

  private func json(_ line: LineReader.Line) throws(BatchError) -> JSONValue {
    do { return try JSONReader.read(Array(line.bytes)) } catch {
      throw malformed(line, "\(error)", remedy: "write a path that begins with '{' as './{'")
    }
  }

  private func input(_ json: JSONValue, _ line: LineReader.Line) throws(BatchError) -> FilePath {
    guard let path = json["input"]?.string.flatMap({ PathText.path($0) }) else {
      throw malformed(line, "expected a path for 'input'")
    }
    return path
  }

  /// Nil if the template decides.
  private func target(_ json: JSONValue, _ line: LineReader.Line) throws(BatchError) -> FilePath? {
    guard let value = json["output"] else { return nil }
    guard let path = value.string.flatMap({ PathText.path($0) })?.lexicallyNormalized(),
      !path.isEmpty, path.isRelative, path.components.allSatisfy({ $0.kind == .regular })
    else { throw malformed(line, "expected a path inside the folder of the outputs for 'output'") }
    guard !path.components.contains(where: { $0.string.hasPrefix(OutputFile.reservedPrefix) })
    else {
      throw malformed(
        line,
        "names that begin with '\(OutputFile.reservedPrefix)' are for records and temporary files",
        remedy: "choose another name for 'output'")
    }
    return path
  }

  private func choices(
    _ json: JSONValue, _ target: FilePath?, _ line: LineReader.Line
  ) throws(BatchError) -> Choices {
    // Without a kind, the output's name decides.
    let fileExtension = target?.extension?.lowercased() ?? ""
    let settings = try settings(json, line)
    let preset = json["preset"]?.string
    if json["preset"] != nil, preset == nil {
      throw malformed(line, "expected a string for 'preset'")
    }
    if settings.isEmpty, preset == nil, defaults.outputs.allSatisfy({ $0.kind != nil }) {
      return defaultChoices
    }
    let key = [fileExtension, preset ?? "", settings.canonicalText].joined(separator: "\n")
    if let found = known.withLock({ $0[key] }) { return found }
    var outputs = defaults.outputs
    if let preset {
      var own = defaults.outputs.first?.settings ?? ConversionSettings()
      // The kind for lines without a preset.
      own.remove("container")
      outputs = try presetOutputs(preset, line).map { BatchOutput(own, over: $0) }
    }
    for index in outputs.indices {
      outputs[index].settings = outputs[index].settings.overridden(by: settings)
      if outputs[index].kind == nil {
        guard OutputKind(fileExtension) != nil else { throw .noOutputKind }
        do { try outputs[index].settings.set("container", to: fileExtension) } catch {
          throw malformed(line, error.reason, remedy: error.remedy)
        }
      }
      do { try outputs[index].settings.checkCombination() } catch {
        throw malformed(line, error.reason, remedy: error.remedy)
      }
    }
    let choices = Self.choices(outputs)
    known.withLock { known in
      if known.count >= Self.maxKnown { known = [:] }
      known[key] = choices
    }
    return choices
  }

  private func settings(
    _ json: JSONValue, _ line: LineReader.Line
  ) throws(BatchError) -> ConversionSettings {
    guard let value = json["settings"] else { return ConversionSettings() }
    guard value.isObject else { throw malformed(line, "expected an object for 'settings'") }
    do { return try ConversionSettings(json: value) } catch {
      throw malformed(line, error.reason, remedy: error.remedy)
    }
  }

  private func presetOutputs(
    _ name: String, _ line: LineReader.Line
  ) throws(BatchError) -> [Preset.Output] {
    do {
      guard Preset.Library.isPath(name), let path = PathText.path(name) else {
        return try defaults.presets.preset(named: name).outputs
      }
      return try defaults.presets.preset(at: path).outputs
    } catch {
      throw malformed(line, error.reason, remedy: error.remedy)
    }
  }

  private func outputs(
    of input: FilePath, _ choices: Choices
  ) throws(BatchError) -> [ManifestItem.Output] {
    var outputs: [ManifestItem.Output] = []
    for (output, digest) in choices {
      guard output.kind != nil else { throw .noOutputKind }
      let target = try defaults.name.path(
        input: input, subfolder: Self.subfolder(of: input), suffix: output.preset?.suffix ?? "",
        fileExtension: output.fileExtension)
      outputs.append(.init(output: output, settingsDigest: digest, target: target))
    }
    return outputs
  }

  /// The value of `{dir}`: the folders of the input, starting at the root for an absolute path.
  private static func subfolder(of input: FilePath) -> FilePath {
    FilePath(
      root: nil,
      input.removingLastComponent().components.filter { $0.kind != .currentDirectory })
  }

  private static func choices(_ outputs: [BatchOutput]) -> Choices {
    outputs.map { ($0, BatchUnit.settingsDigest(of: $0)) }
  }

  private static func mentionsPreset(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let key: StaticString = "preset\""
    let length = key.utf8CodeUnitCount
    var rest = bytes[...]
    while rest.count >= length,
      let found = memchr(bytes.baseAddress! + rest.startIndex, 0x70, rest.count)
    {
      let index = bytes.baseAddress!.distance(to: UnsafeRawPointer(found))
      if bytes.count - index >= length, memcmp(found, key.utf8Start, length) == 0 { return true }
      rest = bytes[(index + 1)...]
    }
    return false
  }

  /// The input of `{"input": "a.gif", ...}`; nil for any other form.
  private static func plainInputName(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var index = 1
    func skipSpace() {
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }
    func skip(_ text: StaticString) -> Bool {
      guard bytes.count - index >= text.utf8CodeUnitCount,
        memcmp(bytes.baseAddress! + index, text.utf8Start, text.utf8CodeUnitCount) == 0
      else { return false }
      index += text.utf8CodeUnitCount
      return true
    }
    skipSpace()
    guard skip("\"input\"") else { return nil }
    skipSpace()
    guard skip(":") else { return nil }
    skipSpace()
    guard skip("\""), !skip("hex:") else { return nil }
    let start = bytes.baseAddress! + index
    guard let quote = memchr(start, 0x22, bytes.count - index) else { return nil }
    let count = start.distance(to: UnsafeRawPointer(quote))
    guard count > 0, memchr(start, 0x5C, count) == nil else { return nil }
    return UnsafeRawBufferPointer(start: start, count: count)
  }
}
