internal import ArgumentParser

/// Options of every command that converts: verbosity and timeouts.
protocol RunOptions {
  var quiet: Bool { get }
  var verbose: Bool { get }
  /// In seconds; nil for never.
  var timeout: Int? { get }
  /// In seconds without progress; 0 for never.
  var stallTimeout: Int { get }
}

extension RunOptions {
  /// - Throws: `ValidationError` if the options contradict each other.
  func checkRun() throws {
    if quiet && verbose { throw ValidationError("--quiet and --verbose cannot be used together") }
    if let timeout, timeout < 1 {
      throw ValidationError(
        "expected a positive number of seconds for --timeout, but got \(timeout)")
    }
    if stallTimeout < 0 {
      throw ValidationError(
        "expected seconds, or 0, for --stall-timeout, but got \(stallTimeout)")
    }
  }

  /// A watchdog for the timeouts of the options.
  ///
  /// - Parameter file: the name for messages.
  func watchdog(file: String) -> Watchdog {
    Watchdog(seconds: timeout, stallSeconds: stallTimeout, file: file)
  }
}

extension ArgumentHelp {
  /// What `--watch` does.
  static var watch: ArgumentHelp {
    """
    Convert again whenever an input file changes, until Ctrl-C. Outputs of this run are replaced \
    without -y.
    """
  }
}
