/// Whether some systems do not allow a character in the names of files: separators of folders, what shells
/// and Windows keep for themselves, and control characters.
package func isRefusedInFileNames(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || scalar.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
}
