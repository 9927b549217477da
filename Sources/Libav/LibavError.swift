internal import CFFmpeg

/// A failed call of FFmpeg: the operation, the code and the library's message.
package struct LibavError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The operation, as a verb phrase: `open the encoder libx264`.
  package let operation: String
  /// FFmpeg's negative code; 0 if there is none (FFmpeg returned no object).
  package let code: Int32
  /// The last error line that the library logged on this thread during the operation.
  package let logLine: String?
  /// The missing library; nil for any other cause.
  package let missing: MissingLibrary?

  package init(operation: String, code: Int32, logLine: String? = nil) {
    self.operation = operation
    self.code = code
    self.logLine = logLine
    missing = nil
  }

  init(operation: String, missing: MissingLibrary) {
    self.operation = operation
    code = 0
    logLine = missing.reason
    self.missing = missing
  }

  /// The system's error number, if the code contains one (`AVERROR(e)` is `-e`; FFmpeg's own codes
  /// are four-letter tags far below).
  package var systemErrno: Int32? {
    code < 0 && code > -4096 ? -code : nil
  }

  /// Wraps `av_strerror`, followed by the library's last log line when there is one.
  package var message: String {
    guard code != 0 else { return logLine ?? "out of memory, or missing in this FFmpeg" }
    var buffer = [CChar](repeating: 0, count: 128)
    av_strerror(code, &buffer, buffer.count)
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    return logLine.map { "\(text) (\($0))" } ?? text
  }

  package var description: String { "\(operation): \(message)" }
}
