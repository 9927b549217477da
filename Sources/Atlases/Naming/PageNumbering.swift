package import SystemPackage

/// The names of the files after `NAME-0` of a sheet with several files: `NAME-1`, `NAME-2` and so
/// on, with the same extension.
package struct PageNumbering {
  private let start: Substring
  private let ending: String

  /// - Parameter path: the path of the first file; its folder is ignored.
  /// - Returns: nil if its name does not end with `-0`.
  package init?(after path: FilePath) {
    guard let stem = path.stem, stem.hasSuffix("-0") else { return nil }
    start = stem.dropLast()
    ending = path.extension.map { "." + $0 } ?? ""
  }

  /// The name of a file, from 1.
  package func name(_ number: Int) -> String { "\(start)\(number)\(ending)" }
}
