public import SystemPackage

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
}

/// What a batch makes of an input.
public struct BatchOutput: Sendable, Hashable {
  /// Every choice; `container` has to be among them.
  public var settings: ConversionSettings
  /// What the name gets where a preset has several outputs of a kind.
  public var suffix: String

  public init(settings: ConversionSettings, suffix: String = "") {
    self.settings = settings
    self.suffix = suffix
  }
}

/// Jobs that are done together.
public struct Batch: Sendable, Hashable {
  public var jobs: [BatchJob]
  /// What tells this batch from others that write into the same folder: the batch file's name.
  public var origin: String
  /// Files that say what to do, for depfiles.
  public var sources: [FilePath]

  public init(jobs: [BatchJob], origin: String = "", sources: [FilePath] = []) {
    self.jobs = jobs
    self.origin = origin
    self.sources = sources
  }
}

extension OutputKind {
  /// What a file of this kind ends with; empty for a folder.
  var fileExtension: String {
    switch self {
    case .video(let container): container.rawValue
    case .sheet: "png"
    case .frameFolder: ""
    case .ugoira: "zip"
    }
  }
}
