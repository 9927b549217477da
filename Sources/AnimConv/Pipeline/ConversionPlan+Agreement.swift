internal import AnimTiming
internal import Reading
package import SystemPackage

extension ConversionPlan {
  /// Whether a file that somebody else has made may be what this plan writes: a picture, animation or
  /// video of its kind, with its size and its time, or text beside one.
  ///
  /// Pixels are not compared: for that, it would have to be made.
  ///
  /// - Parameters:
  ///   - file: where it is now.
  ///   - name: what it will be called.
  /// - Complexity: a survey of the file.
  package func agrees(with file: FilePath, named name: FilePath) -> Bool {
    guard kind.definition.fileExtensions.contains(name.extension?.lowercased() ?? "") else {
      return Self.isText(file)
    }
    guard let found = try? MediaFacts(of: file) else { return false }
    let planned = MediaFacts(of: self)
    for property in [MediaProperty.container, .codec, .width, .height] {
      if let wanted = planned[property], found[property] != wanted { return false }
    }
    // Still pictures have no time, and the longest unit of time is a hundredth of a second.
    guard case .number(let wanted)? = planned[.seconds],
      case .number(let seconds)? = found[.seconds]
    else { return true }
    return abs(wanted.approximation - seconds.approximation) <= 0.01
  }

  /// Whether it is UTF-8 without NUL, as data of sheets are.
  private static func isText(_ file: FilePath) -> Bool {
    guard let source = try? openFile(file, limits: ReadingLimits()),
      source.byteCount <= Int64(maxTextBytes), let bytes = try? source.prefix(maxTextBytes)
    else { return false }
    return !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }

  private static let maxTextBytes = 64 << 20
}

extension Quantity {
  fileprivate var approximation: Double { Double(numerator) / Double(denominator) }
}
