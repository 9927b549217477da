internal import Messages
internal import Reading
package import Stages

extension InputForms {
  /// The form of an input; all forms if a program supplies the frames.
  init(_ info: SourceInfo) {
    self = info.kind.forms(frameCount: info.frames.count)
    if info.isImageSet { insert(.imageSets) }
  }

  /// Their name in messages: `sheets and still pictures`.
  package var title: String {
    let named: [(InputForms, String)] = [
      (.animations, "animations"), (.sheets, "sheets"), (.stills, "still pictures"),
      (.atlases, "atlases"), (.aseprite, "files of Aseprite, Pixelorama and Lottie"),
      (.pictureFiles, "folders, lists and archives of pictures"),
      (.layers, "files of Aseprite"), (.imageSets, "imagesets"), (.videos, "videos"),
    ]
    return list(named.filter { contains($0.0) }.map(\.1))
  }
}
