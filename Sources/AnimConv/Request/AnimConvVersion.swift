/// The version of the library and of the command.
package enum AnimConvVersion {
  /// The semantic version.
  package static let current = "0.1.0"
}
