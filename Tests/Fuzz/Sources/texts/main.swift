import AnimBatch
import AnimConv
import SourceFuzzing
import SystemPackage

/// A preset, a batch file, or lines of settings: the first byte says which.
let seeds = [
  "p" + """
    {"name":"p","description":"d","task":"web","outputs":[
    {"name":"o","extension":"mp4","suffix":"-a",
    "settings":{"crf":23.5,"scale":"320x-1"},"constraints":{"bytes":{"max":5,
    "source":"https://a/","date":"2026-01-01"},"fps":{"one-of":[30,"25"],"source":"https://a/",
    "date":"2026-01-01"}}}],"extends":"web-hero"}
    """,
  "p"
    + #"{"name":"g","description":"d","container":"gif","colors":16,"max-bytes":"256k","loops":0}"#,
  "b" + """
    {"out":"d","name":"{dir}/{stem}{suffix}.{ext}","settings":{"crf":30},"jobs":[
    {"inputs":["a.gif","b*.gif"],"preset":"web-hero","comment":"c"},
    {"inputs":{"idle":"a.gif","run":"b.gif"},"settings":{"container":"png","data":"pixi"},"out":"e","name":"{stem}.{ext}"}]}
    """,
  "s" + """
    scale=50%
    crop=10x10+1+2
    range=1s..<3s
    at=0.5s,00:00:01.5
    schedule=slots
    delays=clamp:20:100
    max-bytes=2M
    data=aseprite,pixi
    matte=#ff8000
    target=ssim=0.98
    bitrate=800k
    """,
]

let folder = try FilePath(scratchFolder())
let presets = Preset.Library()

try await fuzzBytes(seeds: { seeds.map { Array($0.utf8) } }) { data in
  let bytes = Array(data.dropFirst())
  let path = folder.appending("text.json")
  switch data.first {
  case UInt8(ascii: "p"):
    try write(bytes, to: path)
    _ = try presets.preset(at: path)
  case UInt8(ascii: "b"):
    // A pattern must not lead out of the folder.
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("..") || text.contains("\"/") || text.contains("\\") { return }
    try write(bytes, to: path)
    _ = try BatchPlan(BatchFile.read(path, presets: presets))
  default:
    var settings = ConversionSettings()
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      try? settings.set(String(parts[0]), to: String(parts[1]))
    }
    var conversion = Conversion(
      input: .bytes([], name: "a"), output: .bytes(AnimationOutput.Bytes()))
    try settings.apply(to: &conversion)
  }
}
