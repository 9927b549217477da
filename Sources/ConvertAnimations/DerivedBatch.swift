import Foundation

/// A target's batch file with absolute inputs, and with its outputs in one folder of the build: a
/// build writes nothing into the sources. The record of the outputs is next to that folder, not in
/// it.
enum DerivedBatch {
  /// The resource that the outputs become.
  static let folder = "Animations"
  private static let standardName = "{dir}/{stem}{suffix}.{ext}"

  /// An invalid batch file is passed on unchanged, so that `animconv` reports the mistake.
  static func data(from file: URL) throws -> Data {
    let data = try Data(contentsOf: file)
    let content = try? JSONSerialization.jsonObject(with: data)
    guard var batch = content as? [String: Any], let jobs = batch["jobs"] as? [[String: Any]]
    else { return data }
    let sources = file.deletingLastPathComponent()
    let name = batch["name"] as? String
    batch["$schema"] = nil
    batch["out"] = "."
    batch["jobs"] = jobs.map { derived($0, in: sources, name: name) }
    return try JSONSerialization.data(
      withJSONObject: batch, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
  }

  private static func derived(
    _ job: [String: Any], in sources: URL, name: String?
  ) -> [String: Any] {
    var job = job
    func absolute(_ path: String) -> String { sources.appending(path: path).path }
    if let input = job["inputs"] as? String { job["inputs"] = absolute(input) }
    if let inputs = job["inputs"] as? [String] { job["inputs"] = inputs.map(absolute) }
    // A preset's path is relative to the batch file, too.
    if let preset = job["preset"] as? String, !preset.hasPrefix("/"),
      preset.contains("/") || preset.hasSuffix(".json")
    {
      job["preset"] = absolute(preset)
    }
    var places = [folder]
    if let out = job["out"] as? String, isInside(out) {
      places.append(out)
      job["out"] = nil
    }
    if job["name"] == nil || job["name"] is String {
      places.append(job["name"] as? String ?? name ?? standardName)
      job["name"] = places.joined(separator: "/")
    }
    return job
  }

  /// Whether a folder name can precede the outputs; `animconv` refuses the others.
  private static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.contains { "{}".contains($0) }
      && !path.split(separator: "/").contains("..")
  }
}
