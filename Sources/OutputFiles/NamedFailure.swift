package import SystemPackage

/// A stage's error about a file other than the conversion's main one.
package struct NamedFailure: Error {
  package var file: FilePath
  package var error: OutputError
}
