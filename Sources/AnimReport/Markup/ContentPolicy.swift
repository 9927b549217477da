#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import OutputFiles

/// A `Content-Security-Policy` for a page: it may use its own style sheet, script and media, and
/// load nothing else.
enum ContentPolicy {
  /// For a page in one file, whose code is identified by its digest.
  ///
  /// - Parameter script: nil for a page without code.
  static func inline(style: String, script: String?) -> String {
    [
      "default-src 'none'", "style-src '\(digest(style))'",
      script.map { "script-src '\(digest($0))'" },
      "img-src data:", "media-src data: blob:", "base-uri 'none'", "form-action 'none'",
    ].compactMap(\.self).joined(separator: "; ")
  }

  /// For a page with separate files, on a server or not.
  static let files = [
    "default-src 'none'", "style-src 'self' file:", "script-src 'self' file:",
    "img-src 'self' file:", "media-src 'self' file: blob:", "connect-src 'self'",
    "base-uri 'none'", "form-action 'none'",
  ].joined(separator: "; ")

  /// `sha256-` and the digest of a text in base64.
  static func digest(_ text: String) -> String {
    var digest = ContentDigest()
    Array(text.utf8).withUnsafeBytes { digest.update($0) }
    return "sha256-" + Data(digest.finish()).base64EncodedString()
  }
}
