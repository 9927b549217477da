// Opens the bytes as a GIF with small limits, decodes every frame, goes back and forth, and checks
// that a frame is the same whichever way it was reached.

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
  let source = try openSource(.bytes(data, name: "fuzz"), options: options)
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

/// Writes the inputs to begin with: small GIFs that use everything the format has.
func writeSeeds(to folder: FilePath) throws {
  for seed in 0..<64 {
    let side = 2 + seed % 12
    let bytes = GIFBuilder.random(
      seed: UInt64(seed), width: side, height: 15 - side, frames: 1 + seed % 6)
    let file = try FileDescriptor.open(
      folder.appending("seed-\(seed).gif"), .writeOnly, options: [.create, .truncate],
      permissions: .ownerReadWrite)
    try file.closeAfter { _ = try file.writeAll(bytes) }
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
