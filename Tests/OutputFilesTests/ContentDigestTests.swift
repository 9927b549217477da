import TestSupport
import Testing

@testable import OutputFiles

@Suite struct ContentDigestTests {
  private static func digest(of bytes: [UInt8], piece: Int) -> String {
    var digest = ContentDigest()
    for start in stride(from: 0, to: bytes.count, by: piece) {
      bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { digest.update($0) }
    }
    return digest.finish().map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// The examples of FIPS 180-4's authors (csrc.nist.gov, "SHA-256 Example").
  @Test func theStandardsExamplesHaveTheirDigests() {
    let one = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(Self.digest(of: Array("abc".utf8), piece: 3) == one)
    let two = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    let text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(Self.digest(of: Array(text.utf8), piece: 100) == two)
  }

  @Test func everyLengthHasTheSameDigestInPiecesOfEverySize() {
    for count in 0...200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      let whole = bytes.withUnsafeBytes { sha256($0) }
      for piece in [1, 7, 63, 64, 65, 200] {
        #expect(Self.digest(of: bytes, piece: piece) == whole, "\(count) bytes by \(piece)")
      }
    }
  }
}
