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
  /// - Returns: nil unless it is a file URL; nothing is downloaded.
  public init?(_ url: URL) {
    guard url.isFileURL else { return nil }
    self = .path(FilePath(url.path))
  }
}

extension AnimationOutput {
  /// The file or folder that a URL names.
  ///
  /// - Returns: nil unless it is a file URL.
  public init?(_ url: URL) {
    guard url.isFileURL else { return nil }
    self = .file(FilePath(url.path))
  }
}
