package import Messages
internal import SystemPackage
internal import TextFormats

extension BatchRecord {
  /// One line of a report, with its line end. Its members are:
  ///
  /// `unit`, `input`, `output`, `status` (`written`, `unchanged` or `failed`), `exit` (as of a
  /// single conversion), `temporary`, `error` with `code`, `stage`, `file`, `frame`, `reason` and
  /// `remedy`, `frames`, `bytes`, `outputs`, `inputBytes`, `inputs`, `warnings`, `notes`, `cached`,
  /// `seconds`, `cpuSeconds`, `peakBytes`, `host`, `attempt`; and `folder` with `record`, from
  /// which the record next to the outputs can be rebuilt.
  ///
  /// - Parameter style: how reason and remedy name settings.
  package func line(_ style: ConversionMessage.Style = .properties) -> String {
    String(decoding: json(style).bytes, as: UTF8.self)
  }

  private func json(_ style: ConversionMessage.Style) -> JSONOutput {
    func texts(_ paths: [FilePath]) -> JSONOutput {
      .list(paths.map { .text(PathText.text($0)) })
    }
    var members: [(key: String, value: JSONOutput)] = [
      ("unit", .text(unit)), ("status", .text(status.rawValue)),
      ("exit", .integer(Int(failure?.exitCode ?? 0))),
      ("input", .text(PathText.text(input))), ("output", .text(PathText.text(output))),
    ]
    if let failure {
      members.append(("temporary", .truth(failure.isTemporary)))
      members.append(
        (
          "error",
          .object(
            Self.errorMembers(
              code: failure.code, stage: failure.stage, file: failure.file, frame: failure.frame,
              reason: failure.reason, remedy: failure.remedy, style))
        ))
    }
    if let frames { members.append(("frames", .integer(frames))) }
    if !outputs.isEmpty {
      members += [
        ("bytes", .integer(Int(byteCount))), ("outputs", texts(outputs)),
        ("inputBytes", .integer(Int(inputByteCount ?? 0))), ("inputs", texts(inputs)),
      ]
    }
    members += remarks.members(style)
    if isFromCache { members.append(("cached", .truth(true))) }
    if let cost {
      members += cost.members(milliseconds: milliseconds)
      members.append(("attempt", .integer(cost.attempt)))
    } else {
      members.append(BatchCost.seconds(milliseconds))
    }
    if let entry {
      members.append(("folder", .text(PathText.text(folder))))
      if recordFile != BatchCache.standardFile {
        members.append(("recordFile", .text(PathText.text(recordFile))))
      }
      members.append(("record", entry.json))
    }
    return .object(members, .inline)
  }

  /// An error in reports and responses.
  static func errorMembers(
    code: String, stage: String, file: String?, frame: Int?, reason: ConversionMessage,
    remedy: ConversionMessage?,
    _ style: ConversionMessage.Style
  ) -> [(key: String, value: JSONOutput)] {
    var members: [(key: String, value: JSONOutput)] = [
      ("code", .text(code)), ("stage", .text(stage)),
    ]
    if let file { members.append(("file", .text(file))) }
    members.append(("reason", .text(reason.text(style))))
    if let frame { members.append(("frame", .integer(frame))) }
    if let remedy { members.append(("remedy", .text(remedy.text(style)))) }
    return members
  }

  /// This is the inverse of ``line(_:)`` for the members that merging needs; nil for anything else.
  init?(_ json: JSONValue) {
    func path(_ value: JSONValue?) -> FilePath? { value?.string.flatMap { PathText.path($0) } }
    func paths(_ key: String) -> [FilePath] { json[key]?.elements.compactMap { path($0) } ?? [] }
    guard let unit = json["unit"]?.string, let input = path(json["input"]),
      let output = path(json["output"]),
      let status = json["status"]?.string.flatMap(Status.init(rawValue:)),
      let exit = json["exit"]?.integer.flatMap({ Int32(exactly: $0) })
    else { return nil }
    var failure: Failure?
    if status == .failed {
      guard let error = json["error"], let code = error["code"]?.string,
        let stage = error["stage"]?.string,
        let file = error["file"]?.string, let reason = error["reason"]?.string
      else { return nil }
      failure = Failure(
        exitCode: exit, code: code, stage: stage, file: file,
        frame: error["frame"]?.integer.flatMap { Int(exactly: $0) },
        reason: ConversionMessage(reason),
        remedy: error["remedy"]?.string.map { ConversionMessage($0) })
    }
    self.init(
      unit: unit, input: input, output: output, status: status, failure: failure,
      frames: json["frames"]?.integer.flatMap { Int(exactly: $0) }, outputs: paths("outputs"),
      inputs: paths("inputs"), byteCount: json["bytes"]?.integer ?? 0,
      remarks: UnitRemarks(json),
      milliseconds: json["seconds"]?.number.flatMap { $0.whole(in: 1000) } ?? 0,
      inputByteCount: json["inputBytes"]?.integer, cost: BatchCost(json),
      entry: json["record"].flatMap { BatchEntry($0) }, folder: path(json["folder"]) ?? "",
      recordFile: BatchEntry.relativePath(json["recordFile"]) ?? BatchCache.standardFile)
  }
}

extension BatchCost {
  /// This part of a record's line; nil if it is missing.
  fileprivate init?(_ json: JSONValue) {
    guard let host = json["host"]?.string,
      let peak = json["peakBytes"]?.integer.flatMap({ Int(exactly: $0) }),
      let processor = json["cpuSeconds"]?.number.flatMap({ $0.whole(in: 1_000_000) }),
      let attempt = json["attempt"]?.integer.flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(
      processorMicroseconds: processor, peakBytes: peak, host: host, attempt: attempt)
  }
}

extension ExactDecimal {
  /// The number times a power of ten; nil unless the result is whole and fits.
  fileprivate func whole(in unit: Int64) -> Int? {
    let power = String(unit).utf8.count - 1
    return ExactDecimal(significand, exponent: exponent + power).integer.flatMap {
      Int(exactly: $0)
    }
  }
}

extension BatchCost {
  /// The unit in reports and responses.
  ///
  /// - Parameter milliseconds: the elapsed time.
  func members(milliseconds: Int) -> [(key: String, value: JSONOutput)] {
    [
      Self.seconds(milliseconds),
      ("cpuSeconds", .number(ExactDecimal(Int64(processorMicroseconds), exponent: -6))),
      ("peakBytes", .integer(peakBytes)), ("host", .text(host)),
    ]
  }

  static func seconds(_ milliseconds: Int) -> (key: String, value: JSONOutput) {
    ("seconds", .number(ExactDecimal(Int64(milliseconds), exponent: -3)))
  }
}
