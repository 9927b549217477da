internal import Messages
internal import Reading
internal import SystemPackage
internal import Writing

/// Reads a text again and compares it with what was to be written.
///
/// - Parameter name: what messages call it.
/// - Throws: ``ReadBackError``; ``ReadingError`` when it cannot be opened.
func checkText(_ bytes: [UInt8], in file: FilePath, called name: String) throws {
  guard try openFile(file, limits: .unlimited).allBytes(limit: .max) == bytes else {
    throw ReadBackError.unreadable(reason: "\(name) is not as it was written")
  }
}
