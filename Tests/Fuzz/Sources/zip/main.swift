import SourceFuzzing

/// Archives of stored images, with and without a list of times, in all variants.
func seeds() -> [[UInt8]] {
  let lists = [
    nil,
    #"{"body":{"frames":[{"file":"000000.png","delay":70},{"file":"000001.png","delay":1200}]}}"#,
    #"{"frames":[{"file":"000000.png","delay":70},{"file":"000001.png","delay":10}]}"#,
    #"{"ugokuIllustData":{"frames":[{"file":"000001.png","delay":1}]}}"#,
    #"[{"file":"000000.png","delay":16},{"file":"000000.png","delay":17}]"#,
  ]
  return lists.enumerated().map { number, list in
    var zip = ZipWriter()
    func add(_ name: String, _ bytes: [UInt8]) {
      zip.add(
        name, method: 0, data: bytes, count: bytes.count, checksum: UInt32(PNGBuilder.sum(bytes)))
    }
    for frame in 0...1 {
      let picture = PNGBuilder.random(
        seed: UInt64(number * 2 + frame), width: 3 + frame, height: 4, frames: 1)
      add("00000\(frame).png", picture.bytes)
    }
    if let list { add("animation.json", Array(list.utf8)) }
    return zip.bytes()
  }
}

try await fuzzSource(seeds: seeds)
