internal import TextFormats

/// The names of frames' files, without extension: `frame007`.
package struct FrameFileNames: Sendable, Hashable {
  private let prefix: String
  /// Digits that numbers have at least.
  package let digits: Int
  private let start: Int
  private let suffix: String

  /// - Parameters:
  ///   - prefix: what names start with.
  ///   - pad: digits that numbers have at least; nil for as many as the last one has.
  ///   - suffix: what comes behind the number.
  /// - Throws: ``FrameFilesError``.
  package init(
    prefix: String, pad: Int?, start: Int, count: Int, suffix: String = ""
  ) throws {
    if let problem = Self.problem(prefix) { throw FrameFilesError.name(prefix, problem) }
    // Only what a name begins with can hide it or read as an option.
    if let problem = Self.problem("0" + suffix) { throw FrameFilesError.name(suffix, problem) }
    guard 0...999_999_999 ~= start else {
      throw FrameFilesError.outOfRange(setting: "start", value: start, allowed: 0...999_999_999)
    }
    if let pad, !(0...18 ~= pad) {
      throw FrameFilesError.outOfRange(setting: "pad", value: pad, allowed: 0...18)
    }
    self.prefix = prefix
    self.start = start
    self.suffix = suffix
    digits = pad ?? String(start + max(0, count - 1)).count
  }

  /// The name of file `index`, from 0. Different for every index.
  package subscript(index: Int) -> String {
    prefix + zeroPadded(start + index, digits) + suffix
  }

  /// Why names may not start so: a file must stay in its folder, be seen there, and never read as
  /// an option of a command.
  private static func problem(_ prefix: String) -> String? {
    if prefix.utf8.count > 200 { return "is longer than 200 bytes" }
    if prefix.hasPrefix(".") { return "starts with a dot" }
    if prefix.hasPrefix("-") { return "starts with a dash" }
    let refused = prefix.unicodeScalars.first { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || "/\\:*?\"<>|%".unicodeScalars.contains(scalar)
    }
    return refused == nil ? nil : "contains a character that some systems do not allow in names"
  }
}
