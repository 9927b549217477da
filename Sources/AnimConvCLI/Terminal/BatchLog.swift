internal import AnimBatch
internal import AnimConv
internal import ArgumentParser

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The format of messages on standard error.
enum LogForm: String, CaseIterable, ExpressibleByArgument {
  /// A line for people.
  case text
  /// JSON lines for log collectors.
  case json
}

/// The messages of a run, as text or for log collectors.
struct BatchLog: Sendable {
  enum Level: String { case info, warning, error }

  let form: LogForm

  /// Writes a message about a unit or about the run.
  ///
  /// - Parameter text: the message without the command's name.
  func write(_ level: Level, _ text: String, unit: String? = nil, exit: Int32? = nil) {
    switch form {
    case .text: Terminal.writeError("animconv: \(text)")
    case .json:
      Terminal.writeError(
        JSONText.line(
          Line(
            time: Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
            level: level.rawValue, message: text, unit: unit, exit: exit)))
    }
  }

  private struct Line: Encodable {
    let time: String
    let level: String
    let message: String
    let unit: String?
    let exit: Int32?
  }
}
