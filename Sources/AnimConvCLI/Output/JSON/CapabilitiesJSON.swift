internal import AnimConv
internal import Confining

/// The output of `animconv doctor`, as JSON.
struct CapabilitiesJSON: Encodable {
  let version: String
  let ffmpeg: String?
  let libraries: [Library]
  let encoders: [Encoder]
  let containers: [String]
  let missingForDefaults: [String]
  let leastFFmpeg: String
  let trials: [Trial]
  let openedWhenNeeded: [OpenedLibrary]
  let stills: [StillFormatRow]
  let sandbox: SandboxState

  /// What the kernel refuses to this process.
  struct SandboxState: Encodable {
    /// 0 without Landlock.
    let landlockABI: Int
    let refuses: [String]
    let description: String

    init() {
      let confinement = Confinement.current
      landlockABI = confinement?.landlockABI ?? 0
      let parts = confinement?.parts ?? []
      refuses = Confinement.Part.allCases.filter(parts.contains).map(\.rawValue)
      description = Sandbox.description
    }
  }

  struct Library: Encodable {
    let name: String
    let built: String
    let loaded: String?
    let recentEnough: Bool
  }

  /// A library that is opened when it is first needed.
  struct OpenedLibrary: Encodable {
    let name: String
    let file: String
    let purpose: String
    let version: String?
    let available: Bool

    init(_ library: OptionalLibrary) {
      name = library.name
      file = library.file
      purpose = library.purpose
      version = library.version
      available = library.failure == nil
    }
  }

  /// Eight frames that were converted and read back.
  struct Trial: Encodable {
    let container: String
    let right: Bool
    let codec: String?
    let frames: Int?
    let duration: TimeJSON?
    let failure: String?

    init(_ trial: ContainerTrial) {
      container = trial.container.rawValue
      right = trial.isRight
      switch trial.outcome {
      case .right(let seen):
        codec = seen.codec
        frames = seen.frameCount
        duration = TimeJSON(seen.totalTime)
        failure = nil
      case .failed(let reason):
        codec = nil
        frames = nil
        duration = nil
        failure = reason.text(.options)
      }
    }
  }

  struct Encoder: Encodable {
    let name: String
    let codec: String
    let present: Bool
  }

  init(_ capabilities: FFmpegCapabilities, _ trials: [ContainerTrial]) {
    version = AnimConvVersion.current
    ffmpeg = capabilities.release
    libraries = capabilities.libraries.map {
      Library(
        name: $0.name, built: $0.builtVersion, loaded: $0.loadedVersion,
        recentEnough: $0.isRecentEnough)
    }
    encoders = capabilities.encoders.map {
      Encoder(name: $0.name, codec: $0.codec.rawValue, present: $0.isPresent)
    }
    containers = capabilities.containers.map(\.rawValue)
    missingForDefaults = HealthText.missingDefaults(capabilities)
    leastFFmpeg = FFmpegCapabilities.leastRelease
    self.trials = trials.map(Trial.init)
    openedWhenNeeded = OptionalLibrary.all.map(OpenedLibrary.init)
    stills = StillFormatRow.all
    sandbox = SandboxState()
  }
}
