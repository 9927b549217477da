/// Whether some systems forbid a character in file names: folder separators, characters reserved by
/// shells and Windows, and control characters.
package func isRefusedInFileNames(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || scalar.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
}
