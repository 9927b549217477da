internal import Messages
internal import TextFormats

/// The names of frame files, without extension: `frame007`.
package struct FrameFileNames: Sendable, Hashable {
  private let prefix: String
  /// The smallest number of digits.
  package let digits: Int
  private let start: Int

  /// - Parameters:
  ///   - prefix: the start of names.
  ///   - pad: the smallest number of digits; nil for as many as the last number has.
  /// - Throws: ``FrameFilesError``.
  package init(prefix: String, pad: Int?, start: Int, count: Int) throws {
    if let problem = Self.problem(prefix) { throw FrameFilesError.name(prefix, problem) }
    guard 0...999_999_999 ~= start else {
      throw FrameFilesError.outOfRange(setting: .start, value: start, allowed: 0...999_999_999)
    }
    if let pad, !(0...18 ~= pad) {
      throw FrameFilesError.outOfRange(setting: .pad, value: pad, allowed: 0...18)
    }
    self.prefix = prefix
    self.start = start
    digits = pad ?? String(start + max(0, count - 1)).count
  }

  /// The name of file `index`, from 0. Unique for every index.
  package subscript(index: Int) -> String {
    prefix + zeroPadded(start + index, digits)
  }

  /// Why a name must not start with this text: a file must stay in its folder, be visible there,
  /// and never be read as an option of a command.
  ///
  /// - Parameter allowsPercent: whether a name may contain the placeholder for a number in
  ///   patterns.
  static func problem(_ prefix: String, allowsPercent: Bool = false) -> String? {
    if prefix.utf8.count > 200 { return "is longer than 200 bytes" }
    if prefix.hasPrefix(".") { return "starts with a dot" }
    if prefix.hasPrefix("-") { return "starts with a dash" }
    let refused = prefix.unicodeScalars.first {
      isRefusedInFileNames($0) || $0 == "%" && !allowsPercent
    }
    return refused == nil ? nil : "contains a character that some systems do not allow in names"
  }
}
