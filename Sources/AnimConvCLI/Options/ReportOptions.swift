internal import AnimConv
internal import AnimReport
internal import ArgumentParser
internal import SystemPackage

/// How a page is written.
struct ReportOptions: ParsableArguments {
  @Flag(
    help: "Leave the files themselves out of the page; it then has figures and charts only.")
  var noMedia = false

  @Flag(name: .customShort("y"), help: "Replace a page that exists.")
  var replace = false

  /// Makes the report and writes it where the user wants it.
  ///
  /// - Parameter replacing: what is there, also when the options do not say so.
  /// - Throws: `ConversionError`.
  func write(
    to target: PathArgument, source: FilePath, outputs: [FilePath], options: Report.Options,
    replacing: Bool
  ) async throws {
    let replace = replace || replacing
    // What is there already is told before any work is done.
    try ReportFile.check(target.path, asFolder: target.isFolder, replacing: replace)
    let file = ReportFile(try await Report(of: source, outputs: outputs, options: options))
    let count = try file.write(
      to: target.path, asFolder: target.isFolder, replacing: replace)
    Terminal.writeError("animconv: \(Diagnostics.printable(target.description)): \(count) bytes")
  }
}
