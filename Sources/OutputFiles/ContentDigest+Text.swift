extension ContentDigest {
  /// The digest of bytes as text: ``hexadecimal(_:)``.
  package static func text(of bytes: [UInt8]) -> String {
    var digest = ContentDigest()
    bytes.withUnsafeBytes { digest.update($0) }
    return hexadecimal(digest.finish())
  }

  /// Two lower-case digits per byte.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.reduce(into: "") { text, byte in
      let digits = String(byte, radix: 16)
      text += digits.count < 2 ? "0" + digits : digits
    }
  }
}
