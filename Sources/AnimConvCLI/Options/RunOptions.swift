internal import ArgumentParser

/// Options of every command that converts: how loud it is and when it gives up.
protocol RunOptions {
  var quiet: Bool { get }
  var verbose: Bool { get }
  /// In seconds; nil for never.
  var timeout: Int? { get }
  /// In seconds without movement; 0 for never.
  var stallTimeout: Int { get }
}

extension RunOptions {
  /// - Throws: `ValidationError` when the options cannot be meant so.
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

  /// Gives up as the options say.
  ///
  /// - Parameter file: the one that messages name.
  func watchdog(file: String) -> Watchdog {
    Watchdog(seconds: timeout, stallSeconds: stallTimeout, file: file)
  }
}

extension ArgumentHelp {
  /// What `--watch` does.
  static var watch: ArgumentHelp {
    """
    Do it again whenever a file that it reads has changed, until Ctrl-C; what it has written it then \
    replaces without -y.
    """
  }
}
