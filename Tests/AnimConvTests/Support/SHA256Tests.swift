import TestSupport
import Testing

/// The test vectors of FIPS 180-4.
struct SHA256Tests {
  @Test func knownMessages() {
    func hash(_ text: String) -> String { Array(text.utf8).withUnsafeBytes(sha256) }
    #expect(hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }
}
