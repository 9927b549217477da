public import AnimConv
internal import Messages
internal import Reading
internal import Stages
public import SystemPackage
internal import TextFormats
internal import Writing

/// A file that describes a batch.
///
/// ```json
/// {
///   "out": "dist",
///   "jobs": [
///     { "inputs": "assets/**/*.gif", "preset": "web-hero" },
///     { "inputs": ["icons/*.png"], "settings": { "container": "webm", "fps": 12 }, "out": "icons" }
///   ]
/// }
/// ```
///
/// Paths are relative to the file's folder, except `out` of a job, which is relative to the file's
/// own `out`. Outputs stay in the file's folder: `out` is neither absolute nor contains `..`. A job
/// has inputs and at least one of `preset` and `settings`; `name` is a ``NameTemplate``. `inputs`
/// as an object, `{ "idle": "idle.gif", "run": "walk2.gif" }`, are animations of one sheet, which
/// has a `name`. `settings` and `name` of the file itself are defaults for all jobs. A setting
/// affects the outputs that support it; a job's setting must affect one of the job's outputs, the
/// file's setting one of all outputs.
public enum BatchFile {
  /// Largest batch file.
  private static let maxBytes = 16 << 20
  private static let keys = ["$schema", "out", "name", "settings", "jobs"]
  private static let jobKeys = ["inputs", "preset", "settings", "out", "name", "comment"]

  /// Reads a batch file.
  ///
  /// - Parameter presets: the library for presets that jobs name. A name with a slash or the ending
  ///   `.json` is a file relative to the batch file.
  /// - Throws: ``BatchError``.
  public static func read(
    _ path: FilePath, presets: Preset.Library = Preset.Library()
  ) throws(BatchError) -> Batch {
    let file = path.string
    let folder = path.removingLastComponent()
    let root = try Reader(file: file, json: parse(path))
    try root.check(keys: keys)
    let out = try root.outputFolder(in: folder)
    let name = try root.name(isForOne: false)
    let settings = try root.settings
    guard let list = root.json["jobs"], list.isArray else {
      throw root.malformed("expected a list named 'jobs'")
    }
    var jobs: [BatchJob] = []
    var sources = [path]
    for (index, json) in list.elements.enumerated() {
      let job = Reader(file: file, json: json, place: "job \(index + 1): ")
      try job.check(keys: jobKeys)
      guard let place = try job.outputFolder(in: out ?? folder) ?? out else {
        throw job.malformed("expected a folder named 'out', here or for all jobs")
      }
      let own = settings.overridden(by: try job.settings)
      var outputs = [BatchOutput(own)]
      if let name = try job.text("preset") {
        let preset = try job.preset(name, in: presets, folder: folder)
        outputs = preset.outputs.map { BatchOutput(own, over: $0) }
        sources += preset.files.filter { !sources.contains($0) }
      } else if own.outputKind == nil {
        throw job.malformed(
          "no preset and no container is given",
          remedy: "add a preset, or \"container\" to the settings")
      }
      let animations = try job.animations(in: folder)
      let inputs =
        if let animations { animations.compactMap(\.path) } else { try job.inputs(in: folder) }
      if animations != nil, !outputs.contains(where: { $0.kind?.isSheet == true }) {
        throw job.malformed(
          "several animations become one sheet, and no output is one",
          remedy: "add \"container\": \"png\" to the settings, or list the inputs without names")
      }
      jobs.append(
        BatchJob(
          inputs: inputs, outputs: outputs, folder: place,
          name: try job.name(isForOne: animations != nil) ?? name ?? .standard,
          animations: animations ?? []))
      try job.checkScope(of: job.settings, outputs: jobs[index].outputKinds)
    }
    guard !jobs.isEmpty else { throw root.malformed("there are no jobs") }
    try root.checkScope(of: settings, outputs: jobs.flatMap(\.outputKinds))
    return Batch(
      jobs: jobs, origin: path.lastComponent.map { PathText.text(FilePath($0)) } ?? "",
      sources: sources)
  }

  private static func parse(_ path: FilePath) throws(BatchError) -> JSONValue {
    let bytes: [UInt8]
    do {
      let source = try openFile(path, limits: ReadingLimits())
      bytes = try source.allBytes(limit: maxBytes)
    } catch ReadingError.notFound {
      throw .unreadable(file: path.string, reason: "there is no such file", isMissing: true)
    } catch {
      let reason = (error as? any StageFailure)?.reason ?? "\(error)"
      throw .unreadable(file: path.string, reason: reason, isMissing: false)
    }
    do { return try JSONReader.read(bytes) } catch {
      throw .malformed(file: path.string, detail: "\(error)", remedy: nil)
    }
  }

  /// One object of the file, with accessors whose errors name its place.
  private struct Reader {
    let file: String
    let json: JSONValue
    var place = ""

    func malformed(_ detail: ConversionMessage, remedy: ConversionMessage? = nil) -> BatchError {
      .malformed(file: file, detail: "\(place)\(detail)", remedy: remedy)
    }

    func check(keys: [String]) throws(BatchError) {
      guard json.isObject else { throw malformed("expected an object") }
      for (key, _) in json.members where !keys.contains(key) {
        throw .unknownKey(
          file: file, key: key, nearest: NearestName.nearest(to: key, among: keys))
      }
      try checkNamesOnce(json)
    }

    private func checkNamesOnce(_ object: JSONValue) throws(BatchError) {
      var seen: Set<String> = []
      for (key, _) in object.members where !seen.insert(key).inserted {
        throw malformed("expected one value for '\(key)', not two")
      }
    }

    func preset(
      _ name: String, in library: Preset.Library, folder: FilePath
    ) throws(BatchError) -> Preset {
      do {
        guard Preset.Library.isPath(name), let path = PathText.path(name) else {
          return try library.preset(named: name)
        }
        return try library.preset(at: folder.pushing(path))
      } catch {
        throw malformed(error.reason, remedy: error.remedy)
      }
    }

    func checkScope(
      of settings: ConversionSettings, outputs: [OutputKind]
    ) throws(BatchError) {
      do { try settings.checkScope(outputs: outputs) } catch {
        throw malformed(error.reason, remedy: error.remedy)
      }
    }

    func text(_ key: String) throws(BatchError) -> String? {
      guard let value = json[key] else { return nil }
      guard let text = value.string, !text.isEmpty else {
        throw malformed("expected a string for '\(key)'")
      }
      return text
    }

    func outputFolder(in folder: FilePath) throws(BatchError) -> FilePath? {
      guard let text = try text("out") else { return nil }
      guard let path = PathText.path(text) else { throw malformed("expected a path for 'out'") }
      guard path.isRelative, path.components.allSatisfy({ $0.kind != .parentDirectory }) else {
        throw malformed(
          "expected a folder inside the batch file's folder for 'out', but got '\(text)'",
          remedy: "put the batch file into a folder that holds inputs and outputs")
      }
      return folder.pushing(path)
    }

    func inputs(in folder: FilePath) throws(BatchError) -> [FilePath] {
      let expected: ConversionMessage = "expected a path, a pattern or a list of them for 'inputs'"
      guard let value = json["inputs"] else { throw malformed(expected) }
      let texts = value.isArray ? value.elements.map(\.string) : [value.string]
      var paths: [FilePath] = []
      for text in texts {
        guard let text, let path = PathText.path(text) else { throw malformed(expected) }
        paths.append(folder.pushing(path))
      }
      guard !paths.isEmpty else { throw malformed(expected) }
      return paths
    }

    /// The inputs of one sheet by the names of their animations; nil if inputs have no names.
    func animations(in folder: FilePath) throws(BatchError) -> [AnimationInput.Named]? {
      guard let value = json["inputs"], value.isObject else { return nil }
      try checkNamesOnce(value)
      guard try text("name") != nil else {
        throw malformed(
          "several animations need a name for their sheet",
          remedy: "add \"name\": \"hero.{ext}\"")
      }
      var animations: [AnimationInput.Named] = []
      for (name, path) in value.members {
        guard !name.isEmpty, let path = path.string.flatMap({ PathText.path($0) }) else {
          throw malformed("expected the path of one input for each name in 'inputs'")
        }
        animations.append(AnimationInput.Named(name: name, .path(folder.pushing(path))))
      }
      guard !animations.isEmpty else { throw malformed("there are no animations in 'inputs'") }
      return animations
    }

    /// - Parameter isForOne: whether the name may be the same for all inputs.
    func name(isForOne: Bool) throws(BatchError) -> NameTemplate? {
      guard let text = try text("name") else { return nil }
      do { return try NameTemplate(text, isForOne: isForOne) } catch {
        throw malformed(error.reason, remedy: error.remedy)
      }
    }

    var settings: ConversionSettings {
      get throws(BatchError) {
        guard let value = json["settings"] else { return ConversionSettings() }
        guard value.isObject else { throw malformed("expected an object for 'settings'") }
        try checkNamesOnce(value)
        do {
          let settings = try ConversionSettings(json: value)
          try settings.checkCombination()
          return settings
        } catch {
          throw .setting(file: file, error)
        }
      }
    }
  }
}
