import Foundation
import Testing

/// Whole texts, stored in `Tests/Goldens`.
enum Golden {
  /// Compares a text with the golden of that name. With `ANIMCONV_RECORD_GOLDENS` set, writes the
  /// golden instead and fails, so that recording is never mistaken for a passing test.
  static func expect(
    _ text: String, matches name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = Package.root.appendingPathComponent("Tests/Goldens/\(name)")
    if ProcessInfo.processInfo.environment["ANIMCONV_RECORD_GOLDENS"] != nil {
      try Data(text.utf8).write(to: file)
      Issue.record("recorded \(name)", sourceLocation: sourceLocation)
      return
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, sourceLocation: sourceLocation)
  }
}
