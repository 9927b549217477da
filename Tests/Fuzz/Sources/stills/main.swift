import Foundation
import SourceFuzzing
import SystemPackage

/// Pictures made by FFmpeg's own encoders, in every format that has one.
func made() throws -> [[UInt8]] {
  let formats = [
    ("a.tiff", "rgb24"), ("b.tiff", "rgba64le"), ("c.tiff", "gray"), ("d.tiff", "pal8"),
    ("a.bmp", "bgr24"), ("b.bmp", "pal8"), ("c.bmp", "rgb565le"), ("a.tga", "bgra"),
    ("b.tga", "gray"), ("a.qoi", "rgba"), ("a.ppm", "rgb24"), ("a.pgm", "gray16be"),
    ("a.pbm", "monowhite"), ("a.pam", "rgba"), ("a.pfm", "gbrpf32le"), ("a.pcx", "rgb24"),
    ("b.pcx", "pal8"), ("a.sgi", "rgba"), ("b.sgi", "gray16be"), ("a.jp2", "rgb24"),
    ("a.exr", "gbrapf32le"), ("a.dpx", "rgb48be"), ("b.dpx", "gbrp10be"), ("a.jpg", "yuvj420p"),
    ("b.jpg", "yuvj444p"),
  ]
  let folder = try FilePath(scratchFolder())
  return try formats.compactMap { name, layout in
    let path = folder.appending(name).string
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-nostdin", "-v", "quiet", "-y", "-f", "lavfi", "-i", "testsrc2=s=20x14:r=1",
      "-frames:v", "1", "-pix_fmt", layout, path,
    ]
    try process.run()
    process.waitUntilExit()
    // Builds of FFmpeg differ in their encoders.
    guard process.terminationStatus == 0 else { return nil }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

/// A merged picture of two by two pixels in each depth of Photoshop's documents.
func photoshop() -> [[UInt8]] {
  [(8, 3), (8, 4), (16, 3), (8, 1)].map { depth, channels in
    let mode: UInt8 = channels == 1 ? 1 : 3
    let head: [UInt8] =
      Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(channels), 0, 0, 0, 2, 0, 0, 0, 2]
    let sections = [UInt8](repeating: 0, count: 12)
    return head + [0, UInt8(depth), 0, mode] + sections + [0, 0]
      + (0..<(4 * channels * depth / 8)).map { UInt8(truncatingIfNeeded: $0 * 37) }
  }
}

// A Targa has no signature; its extension identifies it.
try await fuzzSource(seeds: { try made() + photoshop() }) { bytes in
  .bytes(bytes, name: bytes.count % 5 == 0 ? "fuzz.tga" : "fuzz")
}
