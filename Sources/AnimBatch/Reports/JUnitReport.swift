internal import AnimConv
internal import CLibrary
internal import OutputFiles
internal import Reading
internal import Stages
package import SystemPackage
internal import TextFormats

/// A run as JUnit XML for continuous integration: one test case per unit.
///
/// The cases are first written to a temporary file, because their totals precede them; memory does
/// not grow with their number.
package final class JUnitReport {
  private let path: FilePath
  private let cases: FileDescriptor
  private var summary = BatchSummary()
  private var milliseconds = 0

  /// - Throws: ``ConversionError`` if there is no room for a temporary file.
  package init(_ path: FilePath) throws {
    self.path = path
    do {
      cases = try calling("creating a temporary file in \(TemporaryStorage.folder)") {
        try unnamedTemporaryFile()
      }
    } catch {
      throw ConversionError.wrapping(error, file: path.string, stage: .writing)
    }
  }

  deinit { try? cases.close() }

  /// - Throws: `Errno`.
  package func count(_ record: BatchRecord) throws {
    summary.count(record)
    milliseconds += record.milliseconds
    var text =
      "  <testcase classname=\"\(Self.escaped(record.input.string))\" "
      + "name=\"\(Self.escaped(record.output.string))\" time=\"\(Self.seconds(record.milliseconds))\""
    if let failure = record.failure {
      text +=
        ">\n    <failure type=\"exit \(failure.exitCode)\" message=\"\(Self.escaped(failure.text))\"/>"
        + "\n  </testcase>\n"
    } else {
      text += "/>\n"
    }
    try cases.writeAll(text.utf8)
  }

  /// Writes the file, replacing an existing one.
  ///
  /// - Parameter name: the name of the batch.
  /// - Throws: ``ConversionError``.
  package func finish(name: String) throws {
    do {
      let file = try OutputFile(path)
      let count = summary.written + summary.unchanged + summary.failed
      let head =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<testsuite name=\"\(Self.escaped(name))\" tests=\"\(count)\" "
        + "failures=\"\(summary.failed)\" time=\"\(Self.seconds(milliseconds))\">\n"
      try file.append(Array(head.utf8))
      try cases.seek(offset: 0, from: .start)
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while case let count = try buffer.withUnsafeMutableBytes({ try cases.read(into: $0) }),
        count > 0
      {
        try file.append(Array(buffer[..<count]))
      }
      try file.append(Array("</testsuite>\n".utf8))
      try OutputFile.publish([file], replacing: true)
    } catch {
      throw ConversionError.wrapping(error, file: path.string, stage: .writing)
    }
  }

  private static func seconds(_ milliseconds: Int) -> String {
    "\(milliseconds / 1000)." + zeroPadded(milliseconds % 1000, 3)
  }

  /// Text for an attribute of XML 1.0; characters that XML cannot represent are replaced.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { xmlText(String($0)) ?? "\u{FFFD}" }.joined()
  }
}
