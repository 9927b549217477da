internal import AnimConv
internal import TextFormats

/// The output of `animconv doctor`, as text.
enum HealthText {
  static func describe(
    _ capabilities: FFmpegCapabilities, _ trials: [ContainerTrial]
  ) -> String {
    var lines = [
      "animconv \(AnimConvVersion.current)", "FFmpeg \(capabilities.release ?? "MISSING")",
    ]
    if let missing = capabilities.missing { lines.append("  \(missing)") }
    for library in capabilities.libraries {
      lines.append(
        "  \(library.name) \(library.loadedVersion ?? "MISSING")"
          + (library.loadedVersion == library.builtVersion
            ? "" : " (built for \(library.builtVersion))")
          + (library.isRecentEnough || library.loadedVersion == nil
            ? ""
            : " TOO OLD: \(library.leastVersion) is needed, of FFmpeg"
              + " \(FFmpegCapabilities.leastRelease)"))
    }
    lines.append("encoders")
    for encoder in capabilities.encoders {
      lines.append(
        "  \(encoder.isPresent ? "yes" : "NO ") \(encoder.name) (\(encoder.codec.title))")
    }
    lines.append(
      "containers: " + capabilities.containers.map { $0.rawValue }.joined(separator: ", "))
    lines.append("opened when needed")
    for library in OptionalLibrary.all {
      let version = library.version.map { " \($0)" } ?? ""
      let reason = library.failure.map { " (\($0))" } ?? ""
      lines.append(
        "  \(library.failure == nil ? "yes" : "no ") \(library.name)\(version): \(library.purpose)"
          + reason)
    }
    lines.append("still pictures that are read")
    lines += StillFormatRow.all.map { "  \($0.text)" }
    lines.append("sandbox: \(Sandbox.description)")
    lines.append("eight frames, converted and read back")
    lines += trials.map { "  " + describe($0) }
    let missing = missingDefaults(capabilities)
    if !missing.isEmpty {
      lines.append("missing for defaults: " + missing.joined(separator: ", "))
    } else if isWell(capabilities, trials) {
      lines.append("everything that the defaults need is available and works")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func describe(_ trial: ContainerTrial) -> String {
    let name = trial.container.rawValue
    switch trial.outcome {
    case .right(let seen):
      return "yes \(name): \(seen.codec), \(counted(seen.frameCount, "frame")), "
        + "\(seen.totalTime), every time and tag as planned"
    case .failed(let reason): return "NO  \(name): \(reason.text(.options))"
    }
  }

  /// Whether a conversion without options works.
  static func isWell(_ capabilities: FFmpegCapabilities, _ trials: [ContainerTrial]) -> Bool {
    missingDefaults(capabilities).isEmpty && capabilities.libraries.allSatisfy(\.isRecentEnough)
      && trials.allSatisfy(\.isRight)
  }

  /// What a conversion without options lacks: the default encoder of each container, and the
  /// containers themselves.
  static func missingDefaults(_ capabilities: FFmpegCapabilities) -> [String] {
    let encoders = VideoContainer.allCases.compactMap { $0.codecs.first?.encoders.first }
    let present = Set(capabilities.encoders.filter(\.isPresent).map(\.name))
    let containers = Set(VideoContainer.allCases).subtracting(capabilities.containers)
    return encoders.filter { !present.contains($0) } + containers.map(\.rawValue).sorted()
      + capabilities.missingDemuxers
  }
}
