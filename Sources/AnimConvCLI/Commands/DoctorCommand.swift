internal import AnimConv
internal import ArgumentParser

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tell which libraries and encoders animconv has found.",
    discussion: "Exits with 69 when something that a default needs is missing.")

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let capabilities = FFmpegCapabilities.current
    try Terminal.write(
      json
        ? JSONText.encode(CapabilitiesJSON(capabilities)) : HealthText.describe(capabilities))
    if !HealthText.missingDefaults(capabilities).isEmpty {
      throw ExitCode(FailureKind.unavailable.exitCode)
    }
  }
}
