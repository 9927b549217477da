internal import AnimTiming
internal import Reading
package import SystemPackage

extension Conversion.Plan {
  /// Whether a file that someone else made may be the output of this plan: an image, animation or
  /// video of its kind, size and duration, or text for a data file.
  ///
  /// Pixels are not compared, because that would require the conversion.
  ///
  /// - Parameters:
  ///   - file: its current path.
  ///   - name: its final name.
  /// - Complexity: one survey of the file.
  package func agrees(with file: FilePath, named name: FilePath) -> Bool {
    guard kind.definition.fileExtensions.contains(name.extension?.lowercased() ?? "") else {
      return Self.isText(file)
    }
    guard let found = try? MediaConstraint.Facts(of: file) else { return false }
    let planned = MediaConstraint.Facts(of: self)
    for property in [MediaConstraint.Property.container, .codec, .width, .height] {
      if let wanted = planned[property], found[property] != wanted { return false }
    }
    // Still images have no duration, and the coarsest time unit is 1/100 s.
    guard case .number(let wanted)? = planned[.seconds],
      case .number(let seconds)? = found[.seconds]
    else { return true }
    return abs(wanted.approximation - seconds.approximation) <= 0.01
  }

  /// Whether it is UTF-8 without NUL, like the data of sheets.
  private static func isText(_ file: FilePath) -> Bool {
    guard let source = try? openFile(file, limits: ReadingLimits()),
      source.byteCount <= Int64(maxTextBytes), let bytes = try? source.prefix(maxTextBytes)
    else { return false }
    return !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }

  private static let maxTextBytes = 64 << 20
}

extension MediaConstraint.Quantity {
  fileprivate var approximation: Double { Double(numerator) / Double(denominator) }
}
