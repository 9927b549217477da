extension ICCProfile {
  /// The profile of a JPEG, put together from the segments that it is spread over (ICC.1:2022,
  /// annex B.4). Nil without a whole one, as in browsers.
  ///
  /// - Complexity: looks at the segments before the first scan.
  init?(inJPEG file: [UInt8]) {
    let mark = Array("ICC_PROFILE\0".utf8)
    var parts: [Int: Range<Int>] = [:]
    var count = 0
    var position = 2
    while position + 4 <= file.count {
      guard file[position] == 0xFF else {
        position += 1
        continue
      }
      let marker = file[position + 1]
      // Fill bytes, and markers without content.
      if marker == 0xFF || marker == 0 || marker == 0x01 || (0xD0...0xD8).contains(marker) {
        position += marker == 0xFF ? 1 : 2
        continue
      }
      if marker == 0xDA || marker == 0xD9 { break }
      let content = position + 4..<position + 2 + Int(file.bigEndianWord16(at: position + 2))
      guard content.lowerBound <= content.upperBound, content.upperBound <= file.count
      else { break }
      position = content.upperBound
      let start = content.lowerBound + mark.count
      guard marker == 0xE2, start + 2 <= content.upperBound,
        file[content.lowerBound..<start].elementsEqual(mark)
      else { continue }
      // Which of how many, from 1.
      let number = Int(file[start])
      if parts[number] == nil { parts[number] = start + 2..<content.upperBound }
      count = max(count, Int(file[start + 1]))
    }
    guard count > 0, (1...count).allSatisfy({ parts[$0] != nil }) else { return nil }
    self.init((1...count).flatMap { file[parts[$0]!] })
  }
}
