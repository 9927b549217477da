import Foundation

/// Lists the animations that the build has made.
@main
struct Player {
  static func main() throws {
    guard let folder = Bundle.module.url(forResource: "Animations", withExtension: nil) else {
      throw CocoaError(.fileNoSuchFile)
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for name in names.sorted() {
      let values = try folder.appending(path: name).resourceValues(forKeys: [.isDirectoryKey])
      if values.isDirectory == true { continue }
      let bytes = try Data(contentsOf: folder.appending(path: name)).count
      print(name, bytes > 0 ? "is there" : "is empty")
    }
  }
}
