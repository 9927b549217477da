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
    packet.setTimes(start: 40, decoding: 30, duration: 7)
    #expect(packet.withBytes { Array($0) } == bytes)
    #expect(packet.withBlockAdditional { Array($0) } == additional)
    // The macro does not accept noncopyable values.
    let (isKey, duration) = (packet.isKey, packet.duration)
    let (start, decoding) = (packet.presentationTime, packet.decodingTime)
    #expect(isKey)
    #expect(start == 40)
    #expect(decoding == 30)
    #expect(duration == 7)

    packet.clear()
    let (count, cleared) = (packet.byteCount, packet.presentationTime)
    #expect(count == 0)
    #expect(cleared == nil)
    #expect(packet.withBlockAdditional { Array($0) } == [])
  }
}
