/// The version of the library and of the command.
package enum AnimConvVersion {
  /// As semantic versioning writes it.
  package static let current = "0.1.0"
}
