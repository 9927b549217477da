// Opens the bytes as a PNG with small limits, decodes every frame, goes back and forth, and checks
// that a frame is the same whichever way it was reached. The sums of every other input are
// corrected, so that damage gets past them.

import AnimConv
import CFuzzer
import SystemPackage

func checksum(_ frame: Frame) -> UInt64 {
  frame.pixels.withBytes { bytes in
    bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}

func read(_ data: [UInt8]) throws {
  var options = ReadingOptions()
  options.limits.maxPixels = 1 << 18
  options.limits.maxFrames = 100
  options.limits.maxTotalPixels = 1 << 20
  options.limits.maxMetadataChunkBytes = 1 << 12
  options.limits.maxMetadataBytes = 1 << 14
  options.isStrict = data.count % 16 == 15
  let bytes = data.count % 2 == 0 ? PNGBuilder.withRightSums(data) : data
  let source = try openSource(.bytes(bytes, name: "fuzz"), options: options)
  let hasAlpha = try source.detectAlpha()
  var sums: [UInt64] = []
  var held: [Frame] = []
  while let frame = try source.next() {
    precondition(frame.index == sums.count)
    sums.append(checksum(frame))
    held.append(frame)
    if held.count > sums.count % 4 { held.removeFirst() }
  }
  precondition(sums.count == source.info.frames.count)
  precondition(hasAlpha || source.info.alpha != .present)
  for step in 0..<min(sums.count, 12) {
    let index = (step &* 7 &+ Int(data.last ?? 0)) % sums.count
    try source.seek(to: index)
    guard let frame = try source.next() else { preconditionFailure("no frame \(index)") }
    precondition(frame.index == index && checksum(frame) == sums[index], "frame \(index) differs")
  }
}

/// Writes the inputs to begin with: small animations, and still pictures of every layout.
func writeSeeds(to folder: FilePath) throws {
  func write(_ bytes: [UInt8], _ name: String) throws {
    let file = try FileDescriptor.open(
      folder.appending(name), .writeOnly, options: [.create, .truncate],
      permissions: .ownerReadWrite)
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }
  for seed in 0..<48 {
    let side = 2 + seed % 9
    let drawn = PNGBuilder.random(
      seed: UInt64(seed), width: side, height: 12 - side, frames: 1 + seed % 5)
    try write(drawn.bytes, "animation-\(seed).png")
  }
  for (color, depths) in [(0, [1, 2, 4, 8, 16]), (3, [1, 2, 4, 8]), (2, [8, 16]), (4, [8, 16])] {
    for depth in depths {
      for isInterlaced in [false, true] {
        var png = PNGBuilder(5, 6, depth: depth, color: color, isInterlaced: isInterlaced)
        if color == 3 { png.palette([[1, 2, 3], [9, 8, 7]], alphas: [0, 99]) }
        if color == 0 { png.chunk("tRNS", [0, 1]) }
        if color == 2 { png.chunk("tRNS", [0, 1, 0, 1, 0, 1]) }
        png.chunk("gAMA", [0, 0, 177, 143])
        png.chunk("tEXt", Array("Title\0seed".utf8))
        let samples = [0: 1, 2: 3, 3: 1, 4: 2][color]!
        png.chunk(
          "IDAT",
          PNGBuilder.zlib(
            png.packed(w: 5, h: 6) { x, y in Array(repeating: (x + y) & 1, count: samples) }))
        png.end()
        try write(png.bytes, "still-\(color)-\(depth)-\(isInterlaced).png")
      }
    }
  }
}

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--write-seeds" {
  try writeSeeds(to: FilePath(CommandLine.arguments[2]))
} else {
  fuzz()
}

func fuzz() {
  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  _ = withUnsafeMutablePointer(to: &arguments) { arguments in
    arguments.withMemoryRebound(
      to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.self, capacity: 1
    ) { arguments in
      LLVMFuzzerRunDriver(&count, arguments) { bytes, size in
        try? read([UInt8](UnsafeBufferPointer(start: bytes, count: size)))
        return 0
      }
    }
  }
}
