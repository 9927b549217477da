internal import ArgumentParser
internal import Confining

/// The sandbox of the process: how it is requested, and its result.
enum Sandbox {
  private static let variable = "ANIMCONV_SANDBOX"

  /// Confines the process to what a command needs, unless that is switched off.
  ///
  /// A kernel without support is not an error; `animconv doctor` reports it.
  ///
  /// - Throws: `ValidationError` for an unknown value of the environment variable.
  static func enter(_ command: any SandboxedCommand) throws {
    guard !command.sandbox.noSandbox, let newestABI = try newestABI else { return }
    let reach: Reach
    do { reach = try command.reach() } catch {
      // The run fails for the same reason before it reads an input, and reports it.
      var all = Reach()
      all.limitsFiles = false
      reach = all
    }
    do throws(ConfinementError) {
      _ = try Confinement.enter(
        reach.gathered(limit: 1000), newestABI: newestABI,
        remedy: "it is outside the files that the sandbox of this run includes; use --no-sandbox")
    } catch {
      Terminal.writeError("animconv: note: this run has no sandbox: \(error)")
    }
  }

  /// The latest version of Landlock to use; nil for no sandbox at all.
  private static var newestABI: Int? {
    get throws {
      guard let value = Terminal.environment(variable), value != "on" else { return .max }
      if value == "off" { return nil }
      if value.hasPrefix("abi"), let number = Int(value.dropFirst(3)), number >= 0 { return number }
      throw ValidationError(
        "expected on, off or abi0, abi1 and so on for \(variable), but got '\(value)'")
    }
  }

  /// The state of this process in one line.
  static var description: String {
    guard let confinement = Confinement.current else {
      return Confinement.isSupported
        ? "off" : "none: this system offers no sandbox that a process can enter by itself"
    }
    let landlock =
      confinement.landlockABI > 0
      ? "Landlock ABI \(confinement.landlockABI)"
      : "no Landlock (\(Confinement.landlockProblem ?? "not used"))"
    let parts = Confinement.Part.allCases.filter(confinement.parts.contains).map(title)
    return "\(landlock): " + (parts.isEmpty ? "nothing is refused" : parts.joined(separator: ", "))
  }

  private static func title(_ part: Confinement.Part) -> String {
    switch part {
    case .files: "files"
    case .truncation: "truncation"
    case .tcp: "TCP"
    case .devices: "devices"
    case .processes: "signals"
    case .systemCalls: "system calls"
    }
  }
}
