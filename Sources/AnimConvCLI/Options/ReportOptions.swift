internal import AnimConv
internal import AnimReport
internal import ArgumentParser
internal import SystemPackage

/// Options for writing a page.
struct ReportOptions: ParsableArguments {
  @Flag(
    help: "Leave out the media files; the page then contains figures and charts only.")
  var noMedia = false

  @Flag(name: .customShort("y"), help: "Overwrite an existing page.")
  var replace = false

  /// Makes the report and writes it to its destination.
  ///
  /// - Parameter replacing: replaces an existing page, even without the option.
  /// - Throws: `ConversionError`.
  func write(
    to target: PathArgument, source: FilePath, outputs: [FilePath], options: Report.Options,
    replacing: Bool
  ) async throws {
    let replace = replace || replacing
    // Existing files are reported before any work is done.
    try ReportFile.check(target.path, asFolder: target.isFolder, replacing: replace)
    let file = ReportFile(try await Report(of: source, outputs: outputs, options: options))
    let count = try file.write(
      to: target.path, asFolder: target.isFolder, replacing: replace)
    Terminal.writeError("animconv: \(Diagnostics.printable(target.description)): \(count) bytes")
  }
}
