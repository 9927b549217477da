/// A library that is opened when it is first needed, and not when the program starts.
package struct OptionalLibrary: Sendable, Hashable {
  /// The name in messages.
  package let name: String
  /// The file by which it is opened.
  package let file: String
  /// What needs it.
  package let purpose: String
  /// Its version; nil if it does not report it, or cannot be opened.
  package let version: String?
  /// Why it cannot be opened; nil if it can.
  package let failure: String?

  package init(name: String, file: String, purpose: String, version: String?, failure: String?) {
    self.name = name
    self.file = file
    self.purpose = purpose
    self.version = version
    self.failure = failure
  }
}
