import AnimConv
import SourceFuzzing
import SystemPackage

/// A sheet of 32 x 16 pixels and images for lists, next to the fuzzed description.
func sheet(_ width: Int, _ height: Int) -> [UInt8] {
  var png = PNGBuilder(width, height)
  png.data(
    (0..<(width * height)).map { UInt32(truncatingIfNeeded: $0 &* 0x9e37_79b9) | 0x7f00_0000 })
  png.end()
  return png.bytes
}

let folder = try FilePath(scratchFolder())
try write(sheet(32, 16), to: folder.appending("sheet.png"))
try write(sheet(4, 4), to: folder.appending("f1.png"))
try write(sheet(4, 4), to: folder.appending("f2.png"))

// The description is opened by its path, because it names its images relative to that.
try await fuzzSource(seeds: { descriptions.map { Array($0.utf8) } }) { data in
  let path = folder.appending("data")
  try! write(data, to: path)
  return .path(path)
}
