package import SystemPackage

/// Videos encoded by the `ffmpeg` command.
package enum MadeVideo {
  /// Encodes a video of `count` frames of 64 x 48 pixels whose grey levels increase in steps of 8.
  ///
  /// - Parameter input: filters that draw something else.
  package static func make(
    _ name: String, in folder: TemporaryFolder, count: Int = 12, rate: String = "10",
    input: String = "geq=lum='16+8*N':cb=128:cr=128", _ options: [String]
  ) throws -> FilePath {
    let path = folder.appending(name)
    _ = try Command.run(
      ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i"]
        + ["color=size=64x48:rate=\(rate),format=yuv420p,\(input)", "-frames:v", "\(count)"]
        + options + [path.string])
    return path
  }
}
