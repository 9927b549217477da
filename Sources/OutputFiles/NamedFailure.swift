package import SystemPackage

/// A stage's error about another file than the one that a conversion is called after.
package struct NamedFailure: Error {
  package var file: FilePath
  package var error: OutputError
}
