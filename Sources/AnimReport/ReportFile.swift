internal import AnimConv
internal import OutputFiles
internal import Reading
internal import Stages
package import SystemPackage

/// Writes a report as one file, or as a folder with separate code and media.
package struct ReportFile: Sendable {
  /// The largest page in one file. Browsers open larger ones slowly.
  package static let maxBytes = 20_000_000

  let page: any WrittenPage

  private var report: Report { page.report }

  init(page: any WrittenPage) { self.page = page }

  /// The page of a report.
  package init(_ report: Report) { self.init(page: ReportPage(report)) }

  /// Refuses an existing path.
  ///
  /// - Throws: ``ConversionError``.
  package static func check(_ path: FilePath, asFolder: Bool, replacing: Bool) throws {
    try ConversionError.telling(file: path.string, .writing) {
      if asFolder { return try OutputFolder.check(path, replacing: replacing) }
      guard let status = FileStatus(of: path, followingLinks: true) else { return }
      if status.isFolder { throw OutputError.isFolder }
      if !replacing { throw OutputError.exists }
    }
  }

  /// The page in one file, which loads nothing from the network.
  ///
  /// - Throws: ``ReportError``.
  package func bytes() throws -> [UInt8] {
    let media = ([report.source.media] + report.outputs.map(\.media)).reduce(0) {
      $0 + ($1?.bytes.count ?? 0) / 3 * 4
    }
    let bytes = media > Self.maxBytes ? [] : Array(page.markup(.inline).text.utf8)
    let count = max(media, bytes.count)
    if count > Self.maxBytes {
      throw ReportError.tooLarge(byteCount: count, allowed: Self.maxBytes)
    }
    return bytes
  }

  /// Every file of the folder, the page first. No code is inline, for sites that forbid it.
  func files() -> [(name: String, bytes: [UInt8])] {
    var files = [
      ("index.html", Array(page.markup(.files).text.utf8)),
      ("report.css", Array(ReportPage.style.utf8)), (page.scriptName, Array(page.script.utf8)),
    ]
    var media: [(String, MediaFile)] = []
    if let source = report.source.media { media.append((source.fileName(of: nil), source)) }
    for (index, output) in report.outputs.enumerated() {
      if let file = output.media { media.append((file.fileName(of: index), file)) }
    }
    for (name, file) in media {
      files.append((name, file.bytes))
      let script = "animconvMedia[\"\(name)\"] = \",\(file.base64)\"\n"
      files.append((name + ".js", Array(script.utf8)))
    }
    return files
  }

  /// Writes the page in one file, or the folder.
  ///
  /// - Returns: the number of written bytes.
  /// - Throws: ``ConversionError``.
  package func write(to path: FilePath, asFolder: Bool, replacing: Bool) throws -> Int {
    asFolder
      ? try writeFolder(to: path, replacing: replacing) : try write(to: path, replacing: replacing)
  }

  /// Writes the page in one file.
  ///
  /// - Returns: its bytes.
  /// - Throws: ``ConversionError``.
  @discardableResult
  package func write(to path: FilePath, replacing: Bool) throws -> Int {
    try ConversionError.telling(file: path.string, .writing) {
      try checkInputs(path)
      try Self.check(path, asFolder: false, replacing: replacing)
      let bytes = try bytes()
      let file = try OutputFile(path)
      try file.append(bytes)
      try OutputFile.publish([file], replacing: replacing)
      return bytes.count
    }
  }

  /// Writes the folder.
  ///
  /// - Returns: the number of bytes of its files.
  /// - Throws: ``ConversionError``.
  @discardableResult
  package func writeFolder(to path: FilePath, replacing: Bool) throws -> Int {
    try ConversionError.telling(file: path.string, .writing) {
      try checkInputs(path)
      try OutputFolder.check(path, replacing: replacing)
      let folder = try OutputFolder(path)
      var record: [FolderRecord.Entry] = []
      for (name, bytes) in files() {
        try writeNewFile(bytes, at: folder.temporaryPath.appending(name))
        record.append(FolderRecord.Entry(name: name, bytes: bytes))
      }
      try writeNewFile(
        Array(FolderRecord(record).text.utf8),
        at: folder.temporaryPath.appending(FolderRecord.fileName))
      try folder.publish(replacing: replacing)
      return record.reduce(0) { $0 + $1.byteCount }
    }
  }

  /// - Throws: ``OutputError`` if the page would replace one of its sources: a file, a file that it
  ///   names, or a folder that contains it.
  private func checkInputs(_ path: FilePath) throws {
    guard let status = FileStatus(of: path, followingLinks: true) else { return }
    for input in report.inputs {
      for other in input.withFoldersAround {
        if FileStatus(of: other, followingLinks: true)?.isSameFile(as: status) == true {
          throw OutputError.sameAsInput
        }
      }
      if status.isRegularFile, let source = try? openSource(.path(input)) as? any FileReading,
        try source.reads(status)
      {
        throw OutputError.isInput(path)
      }
    }
  }
}

extension MediaFile {
  /// A safe file name next to the page.
  ///
  /// - Parameter output: the output's number; nil for the source.
  func fileName(of output: Int?) -> String {
    let end = type.split(separator: "/").last.map(String.init) ?? "bin"
    return (output.map { "output-\($0)" } ?? "source") + "." + end
  }
}
