#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Reading
internal import SystemPackage

extension AnimationInput {
  /// The file or folder that a URL names.
  ///
  /// - Returns: nil for a URL of anything but a file: nothing is fetched.
  public init?(_ url: URL) {
    guard url.isFileURL else { return nil }
    self = .path(FilePath(url.path))
  }
}

extension AnimationOutput {
  /// The file or folder that a URL names.
  ///
  /// - Returns: nil for a URL of anything but a file.
  public init?(_ url: URL) {
    guard url.isFileURL else { return nil }
    self = .file(FilePath(url.path))
  }
}
