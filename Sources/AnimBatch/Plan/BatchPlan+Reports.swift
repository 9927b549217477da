internal import OutputFiles
package import SystemPackage

extension BatchPlan {
  /// Ensures that reports and similar files do not overwrite anything that the batch reads or
  /// writes, because a report is emptied at once and a stamp replaces its file.
  ///
  /// A share is checked against every input and output of the whole plan. Pipes and devices may be
  /// named any number of times.
  ///
  /// - Parameter files: an option's name, such as `--report`, and its file.
  /// - Throws: ``BatchError/reportInUse(option:file:by:)``.
  /// - Complexity: O(units); one system call per input and output.
  package func checkReports(_ files: [(option: String, path: FilePath)]) throws(BatchError) {
    let files = files.filter { file in
      guard let status = FileStatus(of: file.path, followingLinks: true) else { return true }
      return status.isRegularFile || status.isFolder
    }
    if files.isEmpty { return }
    var places = RealPlaces()
    var owners: [FilePath: String] = [:]
    var statuses: [FileStatus: String] = [:]
    func take(_ path: FilePath, _ owner: String) {
      owners[places.place(of: path)] = owner
      if let status = FileStatus(of: path, followingLinks: true) { statuses[status] = owner }
    }
    for unit in allUnits {
      for path in unit.expectedOutputs { take(path, "\(path), which is an output") }
      let record = unit.folder.pushing(unit.recordFile)
      take(record, "\(record), the record of what was done")
    }
    for path in sources { take(path, "\(path), which is read") }
    for input in allUnits.flatMap(\.inputs) { take(input, "\(input), which is an input") }
    var folders: Set<FilePath> = []
    for unit in allUnits {
      for path in unit.inputs + unit.expectedOutputs { folders.insert(places.place(of: path)) }
    }
    for (option, path) in files {
      let place = places.place(of: path)
      let status = FileStatus(of: path, followingLinks: true)
      if let owner = owners[place] ?? status.flatMap({ statuses[$0] }) {
        throw .reportInUse(option: option, file: path.string, by: owner)
      }
      // The images of a folder of frames.
      var above = place
      while above.removeLastComponent(), !above.isEmpty {
        guard folders.contains(above), let owner = owners[above] else { continue }
        throw .reportInUse(option: option, file: path.string, by: "a part of \(owner)")
      }
      take(path, "the file that \(option) names")
    }
  }
}
