internal import AnimConv
internal import CLibrary
internal import CSignals
internal import Dispatch
internal import OutputFiles
internal import Synchronization
internal import SystemPackage

/// Ends the process on SIGINT, SIGTERM and SIGHUP with 130, 143 and 129, without leftovers.
///
/// Encoders can be busy for seconds, so nothing is unwound: temporary files are removed and the
/// process exits at once. The handlers are in `CSignals` and are installed before any Swift code
/// runs. A run of many units may end by itself on the first SIGTERM instead, see
/// ``onTermination(grace:stop:tell:)``.
enum SignalExit {
  private static let termination = Mutex<(@Sendable () -> Void)?>(nil)
  private static let endsAtOnce = Mutex(false)
  private static let isEnding = Mutex(false)

  /// Makes the first SIGTERM call `stop` instead of ending the process, which is ended after the
  /// grace period; a second SIGTERM ends it at once.
  ///
  /// - Parameters:
  ///   - grace: seconds for the running units.
  ///   - tell: reports the state at the end of the grace period.
  static func onTermination(
    grace: Int, stop: @escaping @Sendable () -> Void, tell: @escaping @Sendable () -> Void = {}
  ) {
    termination.withLock { termination in
      termination = {
        stop()
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(grace)) { abandon(tell) }
      }
    }
  }

  /// From now on every signal ends the process at once, because no run could end by itself.
  static func endAtOnce() {
    termination.withLock { $0 = nil }
    endsAtOnce.withLock { $0 = true }
  }

  /// Makes writing to a pipe without a reader an error instead of a signal.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Takes over the signals. Called once, before there is anything to clean up, and after the
  /// sandbox was entered, because it starts a thread. Until then, signals end the process.
  static func install() {
    // Without a pipe, signals continue to end the process at once.
    guard let (readEnd, writeEnd) = try? FileDescriptor.pipe() else { return }
    for end in [readEnd, writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(writeEnd.rawValue, F_SETFL, O_NONBLOCK)
    // A signal that arrives before the thread runs waits in the pipe.
    animconv_signals_deliver(writeEnd.rawValue)
    DispatchQueue(label: "animconv.signals").async { watch(readEnd) }
  }

  private static func watch(_ pipe: FileDescriptor) {
    var number: UInt8 = 0
    while true {
      let count = withUnsafeMutableBytes(of: &number) { try? pipe.read(into: $0) }
      guard count == 1 else { continue }
      if Int32(number) == SIGTERM,
        let end = termination.withLock({ body in
          defer { body = nil }
          return body
        })
      {
        end()
        continue
      }
      isEnding.withLock { $0 = true }
      let code = 128 + Int32(number)
      // Once the output has appeared, the run has succeeded and may report that.
      if TemporaryFiles.removeAllForExit(), !endsAtOnce.withLock({ $0 }) {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { exitNow(code) }
      } else {
        exitNow(code)
      }
    }
  }

  /// Removes temporary files and ends the process without unwinding.
  static func exitNow(_ code: Int32) -> Never {
    TemporaryFiles.removeAllForExit()
    Terminal.abandonLine()
    Terminal.giveInputBack()
    _exit(code)
  }

  /// Ends a run of many units with 74 while some are running: a later run may succeed. Their
  /// temporary files are removed, and no further output appears.
  ///
  /// - Parameter tell: reports the state.
  static func abandon(_ tell: () -> Void) -> Never {
    Terminal.abandonLine()
    tell()
    exitNow(FailureKind.inputOutput.exitCode)
  }

  /// Whether a signal is ending the process, so that its code is the exit code.
  static var isEndingProcess: Bool { isEnding.withLock { $0 } }

  /// For work that stopped because of a signal: the process ends in a moment.
  static func waitForEnd() -> Never {
    sleep(3)
    exitNow(FailureKind.cancelled.exitCode)
  }
}
