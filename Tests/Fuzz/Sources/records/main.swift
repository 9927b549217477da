import AnimConv
import SourceFuzzing
import SystemPackage

@testable import AnimBatch
@testable import OutputFiles
@testable import TextFormats

/// What batches, workers and other machines write for each other: the first byte says which.
///
/// A function, because LeakSanitizer does not see what the globals of a program hold.
func seeds() -> [[UInt8]] {
  let file =
    #"{"path":"a.mp4","sha256":"\#(String(repeating: "0f", count: 32))","bytes":3,"modified":"5","#
    + #""inode":"1","seen":"9"}"#
  let texts = [
    #"m{"input":"a.gif","output":"d/a.mp4","settings":{"crf":23,"scale":"50%"}}"#,
    #"m{"input":"b.gif","preset":"web-hero","unit":"1a"}"#
      + "\nplain.gif\n\n{ \"input\" : \"hex:61ff\"}",
    #"w{"id":"1","input":"a.gif","output":"b.mp4","settings":{"crf":20},"overwrite":true}"#,
    #"w{"id":7,"cancel":true}"#,
    #"w{"requestId":3,"arguments":["convert","a.gif","b.webp"],"sandboxDir":"s"}"#,
    #"w{"id":1,"input":"a.gif","output":"o","preset":"stickers"}"#,
    #"e{"version":2,"target":"a.mp4","origin":"o","settings":"00","inputs":[\#(file)],"#
      + #""outputs":[\#(file)],"missing":["b.gif"],"listing":"1"}"#,
    #"r{"unit":"a","status":"written","exit":0,"input":"a.gif","output":"a.mp4","frames":3,"#
      + #""outputs":["a.mp4"],"bytes":7,"seconds":0.5,"cpuSeconds":0.25,"peakBytes":9,"host":"h","#
      + #""attempt":1,"warnings":[]}"#,
    #"r{"unit":"a","status":"failed","exit":65,"input":"a.gif","output":"a.mp4","error":{"#
      + #""code":"c","stage":"reading","file":"a.gif","frame":2,"reason":"r","remedy":"m"}}"#,
    "fanimconv-folder 1\n0a1b2c3d 3 name.png\n00000000 5 d/other name.json\n",
    "janimconv names 1\0.animconv-1/a.png\0a.png\0.animconv-2\012\0-5\0end\0",
  ]
  return texts.map { Array($0.utf8) } + [result()]
}

let folder = try FilePath(scratchFolder())
let presets = Preset.Library()

func result() -> [UInt8] {
  var result = ActionResult()
  result.files = [
    .init(path: "d/a.mp4", digest: String(repeating: "0f", count: 32), byteCount: 1 << 33)
  ]
  result.note = [1, 2, 3]
  return [UInt8(ascii: "a")] + result.bytes
}

/// Every line of a manifest: its number of units, its name, and its item.
func readManifest(_ bytes: [UInt8], isNullSeparated: Bool) throws {
  let path = folder.appending("manifest")
  try write(bytes, to: path)
  var settings = ConversionSettings()
  if bytes.count % 2 == 0 { try settings.set("container", to: "webm") }
  let separator = isNullSeparated ? 0 : UInt8(ascii: "\n")
  let file = try LineFile(path, separator: separator)
  let parser = ManifestParser(
    .init(outputs: [BatchOutput(settings)], folder: folder, name: .standard, presets: presets),
    file: file.name, holdsPathsOnly: isNullSeparated)
  let reader = file.reader()
  while let line = try reader.next() {
    if line.bytes.isEmpty { continue }
    guard let item = try? parser.item(line) else { continue }
    precondition(try! parser.unitCount(of: line) == item.outputs.count)
    let name = try! parser.withInputName(of: line) { Array($0) }
    precondition(PathText.path(name) == item.input)
    for output in item.outputs {
      precondition(output.target.isRelative && output.target.isLexicallyNormal)
      precondition(output.target.components.allSatisfy { $0.kind == .regular })
    }
  }
}

/// Fails if a value differs from the one that is read from its own bytes.
func isFixed<Value: Equatable>(
  _ value: Value?, _ bytes: (Value) -> [UInt8], _ read: ([UInt8]) -> Value?
) {
  guard let value else { return }
  precondition(read(bytes(value)) == value, "reads back as another")
}

try await fuzzBytes(seeds: seeds) { data in
  let bytes = Array(data.dropFirst())
  switch data.first {
  case UInt8(ascii: "m"): try readManifest(bytes, isNullSeparated: false)
  case UInt8(ascii: "0"): try readManifest(bytes, isNullSeparated: true)
  case UInt8(ascii: "w"):
    _ = try bytes.withUnsafeBytes { try WorkerRequest($0, presets: presets) }
  case UInt8(ascii: "e"):
    isFixed(BatchEntry(try JSONReader.read(bytes)), { $0.json.bytes }) {
      (try? JSONReader.read($0)).flatMap { BatchEntry($0) }
    }
  case UInt8(ascii: "r"): _ = BatchRecord(try JSONReader.read(bytes))
  case UInt8(ascii: "f"): _ = FolderRecord(String(decoding: bytes, as: UTF8.self))
  case UInt8(ascii: "j"):
    isFixed(PublicationJournal(bytes), { $0.bytes }) { PublicationJournal($0) }
  default: isFixed(ActionResult(bytes), { $0.bytes }) { ActionResult($0) }
  }
}
