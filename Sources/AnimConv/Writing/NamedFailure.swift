internal import SystemPackage

/// A stage's error about another file than the one that a conversion is called after.
struct NamedFailure: Error {
  var file: FilePath
  var error: OutputError
}
