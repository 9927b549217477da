internal import AnimConv
internal import CLibrary
internal import Dispatch

/// Ends the process on SIGINT, SIGTERM and SIGHUP with 130, 143 and 129, leaving nothing behind.
///
/// Encoders can be busy for seconds with what they have taken in, so nothing is unwound: the
/// temporary files are removed and the process exits at once.
enum SignalExit {
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

  /// Called once, before any other thread exists.
  static func install() {
    signal(SIGPIPE, SIG_IGN)
    // A signal that was ignored at the start stays so: `nohup` relies on it.
    for number in [SIGINT, SIGTERM, SIGHUP] where !isSignalIgnored(number) {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: .global(qos: .userInteractive))
      source.setEventHandler {
        // Once the output has appeared the run has succeeded and is ending: it may say so.
        if TemporaryFiles.removeAllForExit() {
          DispatchQueue.global().asyncAfter(deadline: .now() + 1) { exitNow(128 + number) }
        } else {
          exitNow(128 + number)
        }
      }
      source.activate()
      sources.append(source)
    }
  }

  /// Removes temporary files and ends the process without unwinding.
  static func exitNow(_ code: Int32) -> Never {
    TemporaryFiles.removeAllForExit()
    _exit(code)
  }

  /// For work that has stopped because of a signal: the process ends in a moment.
  static func waitForEnd() -> Never {
    sleep(3)
    exitNow(FailureKind.cancelled.exitCode)
  }
}
