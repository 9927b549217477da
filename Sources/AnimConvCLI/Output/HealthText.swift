internal import AnimConv

/// What `animconv doctor` tells people.
enum HealthText {
  static func describe(_ capabilities: FFmpegCapabilities) -> String {
    var lines = ["animconv \(AnimConvVersion.current)", "FFmpeg \(capabilities.release)"]
    for library in capabilities.libraries {
      lines.append(
        "  \(library.name) \(library.loadedVersion)"
          + (library.loadedVersion == library.builtVersion
            ? "" : " (built for \(library.builtVersion))"))
    }
    lines.append("encoders")
    for encoder in capabilities.encoders {
      lines.append(
        "  \(encoder.isPresent ? "yes" : "NO ") \(encoder.name) (\(encoder.codec.title))")
    }
    lines.append(
      "containers: " + capabilities.containers.map { $0.rawValue }.joined(separator: ", "))
    let missing = missingDefaults(capabilities)
    lines.append(
      missing.isEmpty
        ? "everything that the defaults need is there"
        : "missing for defaults: " + missing.joined(separator: ", "))
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a conversion without options would miss: the default encoder of each container, and the
  /// containers themselves.
  static func missingDefaults(_ capabilities: FFmpegCapabilities) -> [String] {
    let encoders = VideoContainer.allCases.compactMap { $0.codecs.first?.encoders.first }
    let present = Set(capabilities.encoders.filter(\.isPresent).map(\.name))
    let containers = Set(VideoContainer.allCases).subtracting(capabilities.containers)
    return encoders.filter { !present.contains($0) } + containers.map(\.rawValue).sorted()
      + capabilities.missingDemuxers
  }
}
