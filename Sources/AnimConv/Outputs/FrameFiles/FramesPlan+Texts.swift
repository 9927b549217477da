internal import Writing

/// The texts of a folder.
extension FramesPlan {
  /// Every file that is no picture, by its path in the folder, in the order of writing: the lists,
  /// then what a player needs, then what imagesets tell of their pictures.
  var texts: [(name: String, bytes: [UInt8])] {
    var texts = lists.map { (name: $0.fileName, bytes: $0.bytes(list)) }
    texts += asset?.files ?? []
    guard options.usesImageSets else { return texts }
    for file in files {
      let path = FramePath(stemOf: file.name, options: options)
      texts.append(
        (name: "\(path.folder ?? "")/Contents.json", bytes: path.contents(scales: scales)))
    }
    return texts
  }
}
