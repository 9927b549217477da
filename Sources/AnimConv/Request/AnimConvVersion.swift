/// The version of the library and of the command.
package enum AnimConvVersion {
  /// The semantic version.
  package static let current = "1.0.0"
}
