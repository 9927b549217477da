internal import AnimConv
internal import CLibrary
internal import OutputFiles
internal import Reading
internal import Stages
package import SystemPackage
internal import TextFormats

/// A run as the XML that runners of continuous integration read results of tests from: a test case for
/// each unit.
///
/// The cases go to a temporary file first, since their totals come before them, so that memory does
/// not grow with their number.
package final class JUnitReport {
  private let path: FilePath
  private let cases: FileDescriptor
  private var summary = BatchSummary()
  private var milliseconds = 0

  /// - Throws: ``ConversionError`` when there is no room for a temporary file.
  package init(_ path: FilePath) throws {
    self.path = path
    do { cases = try unnamedTemporaryFile() } catch {
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

  /// Writes the file; one that is there is replaced.
  ///
  /// - Parameter name: of the batch.
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

  /// What XML 1.0 takes in an attribute; characters that it has no way to hold are replaced.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { xmlText(String($0)) ?? "\u{FFFD}" }.joined()
  }
}
