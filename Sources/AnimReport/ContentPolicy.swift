#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import OutputFiles

/// What a page may load and run, as a `Content-Security-Policy`: its own style sheet and script, and
/// what it shows. It may ask nothing of anybody.
enum ContentPolicy {
  /// Of a page in one file, whose code is known by its digest.
  ///
  /// - Parameter script: nil for a page without code.
  static func inline(style: String, script: String?) -> String {
    [
      "default-src 'none'", "style-src '\(digest(style))'",
      script.map { "script-src '\(digest($0))'" },
      "img-src data:", "media-src data: blob:", "base-uri 'none'", "form-action 'none'",
    ].compactMap(\.self).joined(separator: "; ")
  }

  /// Of a page with its files beside it, on a server or not.
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
