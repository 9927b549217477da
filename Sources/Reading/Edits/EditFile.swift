internal import AnimTiming
internal import Atlases
internal import Raster
internal import Stages
internal import SystemPackage
internal import TextFormats

/// Reads an edit as JSON.
enum EditFile {
  /// The number of bytes in which the clips must begin.
  static let prefixLength = 1 << 16

  /// What an object has for the key `clips`.
  enum ClipsKey {
    /// A list, as every edit has.
    case list
    /// Another value, as in an edit with a mistake, or in a file of another program.
    case other
  }

  /// What the object of a text has for the key `clips`; nil without it.
  ///
  /// - Complexity: O(bytes).
  static func clipsKey(prefix: [UInt8]) -> ClipsKey? {
    var rest = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? prefix.dropFirst(3) : prefix[...]
    func skipSpace() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
    skipSpace()
    guard rest.first == UInt8(ascii: "{") else { return nil }
    var depth = 0
    var text: [UInt8]?
    var last: [UInt8] = []
    var isEscaped = false
    for (index, byte) in zip(rest.indices, rest) {
      if text != nil {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          last = text!
          text = nil
        } else if text!.count < 8 {
          text!.append(byte)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): text = []
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 1 && last == Array("clips".utf8):
        rest = rest[(index + 1)...]
        skipSpace()
        return rest.first ?? UInt8(ascii: "[") == UInt8(ascii: "[") ? .list : .other
      default: break
      }
    }
    return nil
  }

  /// Whether another reader of JSON reads a file, or refuses it as one of its own.
  ///
  /// Lottie's files were recognized before.
  ///
  /// - Throws: ``ReadingError``; `CancellationError`.
  static func isOfAnotherFormat(_ source: ByteSource, _ limits: ReadingLimits) throws -> Bool {
    if FrameRecordReader.isRecord(prefix: try source.prefix(prefixLength)) { return true }
    let bytes = try source.allBytes(limit: limits.maxMetadataBytes)
    do {
      _ = try AtlasReader.read(bytes, limits: limits)
      return true
    } catch AtlasError.unknownFormat {
      return false
    } catch {
      return true
    }
  }

  /// - Parameter folder: of the file; names are relative to it.
  /// - Throws: ``EditError/json(detail:at:)``, ``ReadingError``.
  static func read(
    _ bytes: [UInt8], in folder: FilePath, limits: ReadingLimits
  ) throws -> AnimationEdit {
    let json: JSONValue
    do { json = try JSONReader.read(bytes) } catch TextError.syntax(_, let detail, let offset) {
      throw EditError.json(detail: detail, at: TextPosition(byteOffset: offset, in: bytes))
    } catch let error as TextError {
      throw EditError.json(detail: "\(error)", at: TextPosition(byteOffset: 0, in: bytes))
    }
    return try EditReader(folder: folder, limits: limits).edit(json, depth: 0)
  }
}

/// Reads the values of an edit's JSON.
private struct EditReader {
  let folder: FilePath
  let limits: ReadingLimits

  func edit(_ json: JSONValue, depth: Int) throws -> AnimationEdit {
    if depth >= EditNesting.maxDepth { throw EditError.tooDeep(allowed: EditNesting.maxDepth) }
    let root = try EditObject(json, keys: ["$schema", "clips", "sizes", "loops", "overlay"])
    let clips = try root.need("clips", "a list of clips") { $0.isArray ? $0 : nil }
    var edit = AnimationEdit(clips: [])
    for clip in clips.elements {
      try limits.check(.frames, edit.clips.count + 1, limits.maxFrames)
      edit.clips.append(try self.clip(clip, depth: depth))
    }
    if edit.clips.isEmpty { throw EditError.noClips }
    edit.sizes = try root.value(
      "sizes",
      ReadingOptions.FrameFolder.MixedSizes.allCases.map(\.rawValue).joined(separator: ", ")
    ) { $0.string.flatMap(ReadingOptions.FrameFolder.MixedSizes.init) }
    edit.plays = try root.value("loops", "a whole number from 0 to 1000000") {
      $0.integer.flatMap { 0...1_000_000 ~= $0 ? LoopCount(totalPlays: Int($0)) : nil }
    }
    if let overlay = root.json["overlay"] { edit.overlay = try self.overlay(overlay, depth: depth) }
    return edit
  }

  private func overlay(_ json: JSONValue, depth: Int) throws -> AnimationEdit.Overlay {
    let object = try EditObject(json, keys: ["input", "x", "y"])
    func distance(_ key: String) throws -> Int {
      try object.value(key, "a whole number of pixels from -65535 to 65535") {
        $0.integer.flatMap { -65_535...65_535 ~= $0 ? Int($0) : nil }
      } ?? 0
    }
    return AnimationEdit.Overlay(
      try input(object.need("input", "the name of a file") { $0 }, depth: depth),
      x: try distance("x"), y: try distance("y"))
  }

  private func clip(_ json: JSONValue, depth: Int) throws -> AnimationEdit.Clip {
    if json.isString { return AnimationEdit.Clip(try input(json, depth: depth)) }
    let object = try EditObject(
      json,
      keys: ["input", "tag", "range", "reverse", "bounce", "speed", "delays", "crop", "repeat"])
    var clip = AnimationEdit.Clip(
      try input(object.need("input", "the name of a file") { $0 }, depth: depth))
    clip.tag = try object.value("tag", "the name of an animation") { $0.string }
    clip.ranges = try object.list(
      "range", "a range such as 0...9, 20... or 1s..2.5s, or a list of them", limits
    ) {
      $0.integer.map(String.init).flatMap(AnimationTimeline.FrameRange.init(_:))
        ?? $0.string.flatMap(AnimationTimeline.FrameRange.init(_:))
    }
    let turns = try ["reverse", "bounce"].map {
      try object.value($0, "true or false") { $0.bool } ?? false
    }
    clip.direction =
      switch (turns[0], turns[1]) {
      case (false, false): .forward
      case (true, false): .reverse
      case (false, true): .bounce
      case (true, true): .reverseBounce
      }
    clip.speed =
      try object.value("speed", "a positive factor such as 2, 0.5 or \"2/3\"") {
        ($0.string ?? $0.number?.description).flatMap(TimingEdits.Speed.init(_:))
      } ?? .normal
    clip.delays = try object.list(
      "delays", "a time above zero such as 40ms or 1/15s, or a list of them", limits
    ) { value in
      guard let time = value.string.flatMap({ RationalTime(withUnit: $0) }), time > .zero,
        Delay.seconds(time.numerator, over: time.denominator) != nil
      else { return nil }
      return time
    }
    clip.crop = try object.value("crop", "a part in pixels such as 64x48+10+0") {
      $0.string.flatMap(PixelRect.init(parsing:))
    }
    clip.repeats =
      try object.value("repeat", "a whole number from 1") {
        $0.integer.flatMap { $0 >= 1 ? Int(exactly: $0) : nil }
      } ?? 1
    return clip
  }

  /// The input that a name or an edit inside the edit stands for.
  private func input(_ json: JSONValue, depth: Int) throws -> AnimationInput {
    if json.isObject { return .edit(try edit(json, depth: depth + 1)) }
    guard let name = json.string else {
      throw EditError.json(
        detail: "expected the name of a file, a folder or a pattern", at: json.position)
    }
    do {
      let parts = try ContainedFile.parts(of: name)
      return .path(parts.reduce(folder) { $0.appending($1) })
    } catch AtlasError.imageRefused(_, let refusal) {
      throw EditError.json(
        detail: "\(quoted(name)) is not a name beside the edit: \(refusal.why)", at: json.position)
    }
  }
}

/// An object of an edit's JSON.
private struct EditObject {
  let json: JSONValue

  init(_ json: JSONValue, keys: [String]) throws {
    self.json = json
    guard json.isObject else {
      throw EditError.json(detail: "expected an object or a string", at: json.position)
    }
    var seen: Set<String> = []
    for (key, value) in json.members {
      guard keys.contains(key) else {
        throw EditError.json(
          detail: "there is no key \(quoted(key)); the keys are \(keys.joined(separator: ", "))",
          at: value.position)
      }
      guard seen.insert(key).inserted else {
        throw EditError.json(detail: "the key \(quoted(key)) occurs twice", at: value.position)
      }
    }
  }

  /// The value of a key; nil without it.
  func value<Value>(
    _ key: String, _ expectation: String, _ read: (JSONValue) throws -> Value?
  ) throws -> Value? {
    guard let value = json[key] else { return nil }
    guard let read = try read(value) else {
      throw EditError.json(detail: "expected \(expectation) for \(quoted(key))", at: value.position)
    }
    return read
  }

  func need<Value>(
    _ key: String, _ expectation: String, _ read: (JSONValue) throws -> Value?
  ) throws -> Value {
    guard let value = try value(key, expectation, read) else {
      throw EditError.json(detail: "the key \(quoted(key)) is missing", at: json.position)
    }
    return value
  }

  /// The values of a key: one, or those of a list; empty without it.
  func list<Value>(
    _ key: String, _ expectation: String, _ limits: ReadingLimits,
    _ read: (JSONValue) -> Value?
  ) throws -> [Value] {
    guard let value = json[key] else { return [] }
    var values: [Value] = []
    for element in value.isArray ? JSONValue.list(value) : [value] {
      try limits.check(.frames, values.count + 1, limits.maxFrames)
      guard let one = read(element) else {
        throw EditError.json(
          detail: "expected \(expectation) for \(quoted(key))", at: element.position)
      }
      values.append(one)
    }
    if values.isEmpty {
      throw EditError.json(detail: "expected \(expectation) for \(quoted(key))", at: value.position)
    }
    return values
  }
}

extension AtlasError.ImageRefusal {
  /// Why a name is not one of an edit's inputs.
  fileprivate var why: String {
    switch self {
    case .empty: "it is empty"
    case .absolute: "the path is absolute"
    case .outsideFolder: "it leads out of the folder of the edit"
    case .address: "it is a URL"
    case .controlCharacter: "it contains a control character"
    case .symbolicLink: "it is a link"
    case .notRegularFile: "it is not a file"
    }
  }
}
