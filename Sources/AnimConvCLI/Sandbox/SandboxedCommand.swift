internal import ArgumentParser
internal import Confining

/// A command that gives up everything it will not need before it runs.
protocol SandboxedCommand: ParsableCommand {
  var sandbox: SandboxOptions { get }

  /// The files that its run needs. Called before the process has a second thread; opens no media
  /// file.
  ///
  /// - Throws: errors that the run would throw as well, because nothing can be done.
  func reach() throws -> Reach
}
