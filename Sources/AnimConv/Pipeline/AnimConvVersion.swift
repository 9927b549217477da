/// The version of the library and of the command.
public enum AnimConvVersion {
  /// As semantic versioning writes it.
  public static let current = "0.1.0"
}
