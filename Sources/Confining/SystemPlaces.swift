internal import CConfinement
internal import CLibrary
package import SystemPackage

/// The places that every run needs: libraries, which are opened when they are used, and what the C
/// library and the decoders ask the system.
package enum SystemPlaces {
  /// Places to read.
  package static var reading: Set<FilePath> {
    fixed.union(foldersOfLibraries)
  }

  private static let fixed: Set<FilePath> = [
    "/usr", "/lib", "/lib64", "/lib32", "/nix/store", "/gnu/store", "/etc/ld.so.cache",
    "/etc/ld.so.preload", "/etc/localtime", "/etc/ssl/openssl.cnf", "/etc/gnutls", "/etc/fonts",
    "/etc/crypto-policies",
    // The whole folder: the dispatch library ends the process with less.
    "/proc", "/sys/devices/system", "/sys/fs/cgroup", "/dev/urandom", "/dev/random", "/dev/zero",
  ]

  /// Devices to read and write.
  static let devices: [FilePath] = ["/dev/null", "/dev/tty", "/dev/full"]

  /// Places to read for connections: names of machines and certificates.
  static var network: [FilePath] {
    [
      "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf",
      "/etc/services", "/etc/protocols", "/etc/ssl/certs", "/etc/pki/tls", "/etc/pki/ca-trust",
      "/etc/ca-certificates", "/run/systemd/resolve",
    ] + ["SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"].flatMap(paths)
  }

  /// `TMPDIR`, or `/tmp`: pipes and measurements are stored there.
  static var temporary: FilePath { paths(in: "TMPDIR").first ?? "/tmp" }

  /// Where libraries are that are not in the system's folders: those of what is loaded, of
  /// `LD_LIBRARY_PATH`, and of the system's list of folders.
  private static var foldersOfLibraries: Set<FilePath> {
    var folders: Set<FilePath> = []
    withUnsafeMutablePointer(to: &folders) { folders in
      animconv_loaded_folders(
        { path, folders in
          guard let path else { return }
          folders!.assumingMemoryBound(to: Set<FilePath>.self).pointee
            .insert(FilePath(platformString: path))
        }, folders)
    }
    folders.formUnion(paths(in: "LD_LIBRARY_PATH"))
    folders.formUnion(listedFolders)
    return folders.filter { folder in
      folder.isAbsolute && !["/usr", "/lib", "/lib64"].contains { folder.starts(with: $0) }
    }
  }

  /// The folders in `/etc/ld.so.conf.d`, one in each line.
  private static var listedFolders: [FilePath] {
    let folder = "/etc/ld.so.conf.d"
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var found: [FilePath] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasSuffix(".conf"), let file = fopen("\(folder)/\(name)", "re") else { continue }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 4096)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init), as: UTF8.self)
        if text.hasPrefix("/") { found.append(FilePath(text)) }
      }
    }
    return found
  }

  /// The paths in an environment variable, separated by colons.
  private static func paths(in variable: String) -> [FilePath] {
    guard let value = getenv(variable) else { return [] }
    return String(cString: value).split(separator: ":").map { FilePath(String($0)) }
  }
}
