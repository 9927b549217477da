internal import AnimConv
internal import Dispatch
internal import Messages
internal import Stages
internal import TextFormats
internal import Threads

/// Conversions that a caller has started with one request, one after another.
final class RunningConversion: Sendable {
  private struct State {
    var output = 0
    var progress = Conversion.Progress(phase: .surveying, framesDone: 0, framesTotal: 0)
    /// The report, with its end mark.
    var result: Result<[CChar], ConversionError>?
    var task: Task<Void, Never>?
  }

  private let state = GuardedState(State())
  private let end = DispatchGroup()

  init(_ conversions: [Conversion]) {
    end.enter()
    let task = Task.detached { [self] in
      let result: Result<[CChar], ConversionError>
      do {
        var reports: [Conversion.Report] = []
        for (index, conversion) in conversions.enumerated() {
          state.withLock { $0.output = index }
          let report = try await Converter(conversion).run { progress in
            self.state.withLock { $0.progress = progress }
          }
          reports.append(report)
        }
        result = .success(Array(JSONOutput(reports).line.utf8CString))
      } catch {
        result = .failure(ConversionError.wrapping(error, file: nil, stage: .writing))
      }
      state.withLock { $0.result = result }
      end.leave()
    }
    state.withLock { $0.task = task }
  }

  /// The output that is being written, and its progress.
  var progress: (output: Int, Conversion.Progress) {
    state.withLock { ($0.output, $0.progress) }
  }

  /// The result, after waiting at most some milliseconds; nil if there is none by then.
  ///
  /// The caller's thread waits, never a thread of Swift's concurrency.
  func wait(milliseconds: Int64) -> Result<[CChar], ConversionError>? {
    if milliseconds < 0 {
      end.wait()
    } else {
      _ = end.wait(timeout: .now() + .milliseconds(Int(clamping: milliseconds)))
    }
    return state.withLock { $0.result }
  }

  /// The report, whose address stays the same while this object exists; nil unless it has
  /// succeeded.
  var report: UnsafePointer<CChar>? {
    state.withLock { state in
      guard case .success(let text)? = state.result else { return nil }
      return text.withUnsafeBufferPointer(\.baseAddress)
    }
  }

  func cancel() {
    state.withLock { $0.task }?.cancel()
  }
}

extension JSONOutput {
  /// The outputs of a request.
  fileprivate init(_ reports: [Conversion.Report]) {
    let outputs = reports.flatMap(\.outputs).map { output in
      JSONOutput.object([
        ("path", .text(output.planned.output.name)), ("bytes", .integer(Int(output.byteCount))),
      ])
    }
    var warnings: [String] = []
    for warning in reports.flatMap(\.warnings).map(\.description)
    where !warnings.contains(warning) { warnings.append(warning) }
    let notes = reports.flatMap { $0.plan.notes + $0.notes }.map { $0.text(.names) }
    let total = reports.first?.total
    self = .object([
      ("outputs", .list(outputs)), ("frames", .integer(reports.first?.frameCount ?? 0)),
      ("seconds", .text("\(total?.numerator ?? 0)/\(total?.denominator ?? 1)")),
      ("warnings", .list(warnings.map { .text($0) })), ("notes", .list(notes.map { .text($0) })),
    ])
  }
}
