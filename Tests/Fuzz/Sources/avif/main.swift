import Foundation
import SourceFuzzing

// Files of other writers that the tests read (stills of every kind, animations, a grid), and files
// written from them.
let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("../../../Fixtures/AVIF").standardizedFileURL
let files = try FileManager.default.contentsOfDirectory(
  at: folder, includingPropertiesForKeys: nil
).filter { $0.pathExtension == "avif" }.sorted { $0.path < $1.path }.map {
  Array(try Data(contentsOf: $0))
}
try await fuzzSource {
  try await files + written(as: "seed.avif", of: files.prefix(4))
    + written(as: "seed.avif", of: files.prefix(4)) { $0.image.isLossless = true }
}
