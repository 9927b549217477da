import Testing

@testable import Libav

@Suite struct PacketTests {
  @Test func bytesAndAlphaComeBackAsTheyWentIn() throws {
    let packet = try Packet()
    let bytes: [UInt8] = [1, 2, 3, 4, 5]
    let additional: [UInt8] = [9, 8, 7]
    try bytes.withUnsafeBytes { bytes in
      try additional.withUnsafeBytes { additional in
        try packet.fill(bytes: bytes, blockAdditional: additional, isKey: true)
      }
    }
    packet.setTimes(start: 40, duration: 7)
    #expect(packet.withBytes { Array($0) } == bytes)
    #expect(packet.withBlockAdditional { Array($0) } == additional)
    #expect(packet.isKey)
    #expect(packet.presentationTime == 40)
    #expect(packet.duration == 7)

    packet.clear()
    #expect(packet.byteCount == 0)
    #expect(packet.presentationTime == nil)
    #expect(packet.withBlockAdditional { $0.isEmpty })
  }
}
