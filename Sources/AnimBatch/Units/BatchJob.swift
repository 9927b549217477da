public import AnimConv
public import Reading
public import SystemPackage
internal import Writing

/// One job of a batch: its inputs, the outputs for each, and their place.
public struct BatchJob: Sendable, Hashable {
  /// Files, folders of frames, and patterns such as `assets/**/*.gif`.
  public var inputs: [FilePath]
  /// The inputs as animations of one sheet, in its order; empty if each input has outputs of its
  /// own.
  public var animations: [AnimationInput.Named]
  /// The outputs for each input; several with one preset.
  public var outputs: [BatchOutput]
  /// The folder of the outputs; created if it is missing.
  public var folder: FilePath
  /// The names of outputs in the folder.
  public var name: NameTemplate

  public init(
    inputs: [FilePath], outputs: [BatchOutput], folder: FilePath,
    name: NameTemplate = .standard, animations: [AnimationInput.Named] = []
  ) {
    self.inputs = inputs
    self.animations = animations
    self.outputs = outputs
    self.folder = folder
    self.name = name
  }

  /// The kinds of the outputs that animconv can write.
  package var outputKinds: [OutputKind] { outputs.compactMap(\.kind) }
}

/// One output that a batch makes from an input.
public struct BatchOutput: Sendable, Hashable {
  /// One output of a preset; nil if the settings specify everything.
  public var preset: Preset.Output?
  /// Settings that override those of the preset; without a preset they must include `container`.
  public var settings: ConversionSettings

  public init(_ settings: ConversionSettings, over preset: Preset.Output? = nil) {
    self.preset = preset
    self.settings = settings
  }

  /// Nil if neither specifies it.
  var kind: OutputKind? {
    if let kind = settings.outputKind { return kind }
    switch preset?.format {
    case .kind(let kind): return kind
    case .any: return .video(.mp4)
    case nil: return nil
    }
  }

  /// The extension; empty for a folder.
  var fileExtension: String {
    if settings.outputKind == nil, let preset { return preset.defaultExtension ?? "" }
    return kind?.fileExtension ?? ""
  }

  /// - Throws: ``BatchError``.
  func conversion(from input: FilePath, to output: FilePath) throws(BatchError) -> Conversion {
    var conversion = Conversion(input: .path(input), output: .file(output))
    do {
      if let preset {
        conversion = try preset.conversion(
          from: .path(input), to: .file(output), overriding: settings, isOneOfSeveral: true)
      } else {
        let given = kind.map { settings.suited(to: $0) } ?? settings
        if let kind { try given.checkData(for: kind) }
        try given.apply(to: &conversion, asking: .init())
      }
    } catch let error as SettingError {
      throw .setting(file: nil, error)
    } catch let error as PresetError {
      throw .preset(error)
    } catch {
      preconditionFailure("no other error: \(error)")
    }
    conversion.kind = conversion.kind ?? kind
    guard conversion.kind != nil else { throw .noOutputKind }
    return conversion
  }

  /// Equal texts mean equal choices.
  var canonicalText: String {
    let constraints = preset?.constraints.map { "\($0.property) \($0.expectation)" }.sorted() ?? []
    let lines = [kind?.description ?? "", fileExtension] + constraints
    return lines.joined(separator: "\n") + "\n" + (preset?.settings.canonicalText ?? "")
      + "over\n" + settings.canonicalText
  }
}

/// Jobs that run together.
public struct Batch: Sendable, Hashable {
  public var jobs: [BatchJob]
  /// Distinguishes this batch from others that write to the same folder: the batch file's name or,
  /// if it is empty, the jobs' patterns and kinds of output.
  public var origin: String
  /// Files that define the batch, for depfiles.
  public var sources: [FilePath]

  public init(jobs: [BatchJob], origin: String = "", sources: [FilePath] = []) {
    self.jobs = jobs
    self.origin = origin
    self.sources = sources
  }
}
