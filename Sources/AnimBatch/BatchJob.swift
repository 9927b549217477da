public import AnimConv
internal import Reading
public import SystemPackage
internal import Writing

/// One wish of a batch: some inputs, what is made of each, and where it goes.
public struct BatchJob: Sendable, Hashable {
  /// Files, folders of frames, and patterns such as `assets/**/*.gif`.
  public var inputs: [FilePath]
  /// What is made of each input; several with one preset.
  public var outputs: [BatchOutput]
  /// The folder that the outputs go to; made when it is not there.
  public var folder: FilePath
  /// Where in the folder.
  public var name: NameTemplate

  public init(
    inputs: [FilePath], outputs: [BatchOutput], folder: FilePath,
    name: NameTemplate = .standard
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.folder = folder
    self.name = name
  }

  /// The kinds of the outputs that animconv can write.
  package var outputKinds: [OutputKind] { outputs.compactMap(\.kind) }
}

/// What a batch makes of an input.
public struct BatchOutput: Sendable, Hashable {
  /// One of the outputs of a preset; nil when the settings say everything.
  public var preset: PresetOutput?
  /// Choices, which go over those of the preset; without one, `container` has to be among them.
  public var settings: ConversionSettings

  public init(_ settings: ConversionSettings, over preset: PresetOutput? = nil) {
    self.preset = preset
    self.settings = settings
  }

  /// Nil when neither says it.
  var kind: OutputKind? {
    if let kind = settings.outputKind { return kind }
    switch preset?.format {
    case .kind(let kind): return kind
    case .any: return .video(.mp4)
    case nil: return nil
    }
  }

  /// What a file ends with; empty for a folder.
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

/// Jobs that are done together.
public struct Batch: Sendable, Hashable {
  public var jobs: [BatchJob]
  /// What tells this batch from others that write into the same folder: the batch file's name. Where
  /// it is empty, the patterns and kinds of output of the jobs do.
  public var origin: String
  /// Files that say what to do, for depfiles.
  public var sources: [FilePath]

  public init(jobs: [BatchJob], origin: String = "", sources: [FilePath] = []) {
    self.jobs = jobs
    self.origin = origin
    self.sources = sources
  }
}
