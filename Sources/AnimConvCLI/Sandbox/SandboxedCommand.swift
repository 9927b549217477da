internal import ArgumentParser
internal import Confining

/// A command that gives up, before it runs, what it will not need.
protocol SandboxedCommand: ParsableCommand {
  var sandbox: SandboxOptions { get }

  /// What its run needs. Called before the process has a second thread; opens no media file.
  ///
  /// - Throws: what the run will throw as well, because nothing can be done.
  func reach() throws -> Reach
}
