import AnimConv
import SourceFuzzing
import SystemPackage

/// Edits of two animations of different sizes, which are next to them.
let edits = [
  #"{"clips":["a.gif"]}"#,
  #"{"clips":["a.gif","b.gif"],"sizes":"pad","loops":3}"#,
  #"""
  {"sizes":"contain","clips":[
    {"input":"a.gif","range":["1-3","0s..0.05s"],"reverse":true,"speed":"3/2","crop":"2x3+1+1"},
    {"input":"b.gif","range":"0-1","delays":["20ms","1/30s"],"repeat":4},
    {"input":{"clips":["a.gif"]},"bounce":true,"repeat":2}],
   "overlay":{"input":"a.gif","x":-2,"y":1}}
  """#,
  #"{"clips":[{"input":{"clips":["a.gif"],"sizes":"crop"},"delays":"10ms"}]}"#,
]

let folder = try FilePath(scratchFolder())
try write(GIFBuilder.random(seed: 4, width: 9, height: 7, frames: 5), to: folder.appending("a.gif"))
try write(GIFBuilder.random(seed: 7, width: 4, height: 8, frames: 3), to: folder.appending("b.gif"))

// An edit that can be read is written as text that reads the same.
try await fuzzSource(seeds: { edits.map { Array($0.utf8) } }) { data in
  if let edit = try? AnimationEdit(json: data, in: folder), let text = try? edit.json(in: folder) {
    let again = try! AnimationEdit(json: text.utf8, in: folder).json(in: folder)
    precondition(again == text, "\(text) became \(again)")
  }
  let path = folder.appending("edit.json")
  try! write(data, to: path)
  return .path(path)
}
