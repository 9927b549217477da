internal import Messages
internal import Reading
internal import SystemPackage
internal import Writing

/// Reads a text back and compares it with the expected text.
///
/// - Parameter name: its name in messages.
/// - Throws: ``ReadBackError``; ``ReadingError`` if it cannot be opened.
func checkText(_ bytes: [UInt8], in file: FilePath, called name: String) throws {
  guard try openFile(file, limits: .unlimited).allBytes(limit: .max) == bytes else {
    throw ReadBackError.unreadable(reason: "\(name) is not as it was written")
  }
}
