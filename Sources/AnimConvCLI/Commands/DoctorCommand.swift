internal import AnimConv
internal import ArgumentParser
internal import Confining

struct DoctorCommand: ParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show which libraries and encoders are installed, and test them.",
    discussion: """
      Converts eight small frames to every container and reads them back. Exits with 69 if a \
      library or encoder that the defaults need is missing, fails, or is older than FFmpeg 5.1.
      """)

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func reach() -> Reach { Reach() }

  func run() throws {
    let capabilities = FFmpegCapabilities.current
    let trials = VideoContainer.allCases.map { ContainerTrial($0) }
    try Terminal.write(
      json
        ? JSONText.encode(CapabilitiesJSON(capabilities, trials))
        : HealthText.describe(capabilities, trials))
    if !HealthText.isWell(capabilities, trials) {
      throw ExitCode(FailureKind.unavailable.exitCode)
    }
  }
}
