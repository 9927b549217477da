internal import AnimBatch
internal import AnimConv
internal import SystemPackage

/// Reports of a batch for continuous integration: a Markdown page, test results, and errors for
/// files.
struct RunnerReports {
  private var page: BatchPage?
  private let pageFile: PathArgument?
  private let results: JUnitReport?
  private let name: String
  /// Whether GitHub's runner reads the output.
  private let isInGitHubAction = Terminal.environment("GITHUB_ACTIONS") == "true"
  /// The first file that could not be written.
  private(set) var lost: ConversionError?

  /// - Throws: ``ConversionError``.
  init(_ options: BatchReportOptions, name: String) throws {
    pageFile = options.summary
    page = options.summary.map { _ in BatchPage() }
    results = try options.junit.map { try JUnitReport($0.path) }
    self.name = name
  }

  mutating func count(_ record: BatchRecord) {
    page?.count(record)
    let failure = Self.failure { try results?.count(record) }
    lost = lost ?? failure
    if isInGitHubAction, let failure = record.failure {
      Terminal.writeError(
        Self.annotation(
          file: record.input.string, BatchText.text(for: failure, of: record.input)))
    }
  }

  /// Writes the complete reports.
  mutating func finish(_ summary: BatchSummary) {
    let unwritten = Self.failure { try results?.finish(name: name) }
    lost = lost ?? unwritten
    guard let pageFile, let page else { return }
    let text = page.text(summary, name: name)
    let failure = Self.failure { try Self.append(text, to: pageFile) }
    lost = lost ?? failure
  }

  private static func append(_ text: String, to target: PathArgument) throws {
    if target.isStandardStream {
      try Terminal.write(text)
      return
    }
    do {
      // Runners also provide files that others have written to.
      let file = try FileDescriptor.open(
        target.path, .writeOnly, options: [.create, .append, .closeOnExec],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      try file.closeAfter { _ = try file.writeAll(text.utf8) }
    } catch let errno as Errno {
      throw ConversionError(
        stage: .writing, kind: .inputOutput, code: FailureCode(errno: errno.rawValue),
        file: target.description, reason: "\(errno)")
    }
  }

  private static func failure(_ body: () throws -> Void) -> ConversionError? {
    do {
      try body()
      return nil
    } catch {
      return ConversionError.wrapping(error, file: nil, stage: .writing)
    }
  }

  /// `::error file=in.gif,title=animconv::reason`, escaped for GitHub's runner. No name or reason
  /// can start another command.
  static func annotation(file: String, _ text: String) -> String {
    // By scalars, because a carriage return followed by a line feed is one character.
    func escaped(_ text: String, also: String.UnicodeScalarView = "".unicodeScalars) -> String {
      var result = ""
      for scalar in text.unicodeScalars {
        if "%\r\n".unicodeScalars.contains(scalar) || also.contains(scalar) {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result += digits.count < 2 ? "%0" + digits : "%" + digits
        } else {
          result += Diagnostics.printable(String(Character(scalar)))
        }
      }
      return result
    }
    let name = escaped(file, also: ":,".unicodeScalars)
    return "::error file=\(name),title=animconv::\(escaped(text))"
  }
}
