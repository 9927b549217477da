internal import AnimConv

/// An error as JSON, in one line on standard error.
struct ErrorJSON: Encodable {
  struct Details: Encodable {
    /// ``FailureCode/name``.
    let code: String
    let stage: String?
    /// The input, if `file` is a different one.
    let input: String?
    let file: String?
    let frame: Int?
    let reason: String
    let remedy: String?
    let exitCode: Int32
  }

  let error: Details

  init(_ error: ConversionError) {
    self.error = Details(
      code: error.code.name, stage: error.stage.rawValue, input: error.input, file: error.file,
      frame: error.frame,
      reason: error.reason.text(.options), remedy: error.remedy?.text(.options),
      exitCode: error.kind.exitCode)
  }

  /// An invalid command line.
  init(usage message: String, exitCode: Int32) {
    error = Details(
      code: FailureCode.invalidRequest.name, stage: nil, input: nil, file: nil, frame: nil,
      reason: Diagnostics.folded(message),
      remedy: nil, exitCode: exitCode)
  }
}
