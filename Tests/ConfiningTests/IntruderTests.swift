#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The program `Intruder`, which tries the operations that an attacker would try.
  @Suite struct IntruderTests {
    /// The output of the program, by the names of its attempts.
    private static func outcomes(_ words: [String]) throws -> [String: Int] {
      let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      let process = Process()
      process.executableURL = folder.appendingPathComponent("Intruder")
      process.arguments = words
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return Dictionary(
        text.split(separator: "\n").compactMap { line in
          let parts = line.split(separator: "\t")
          return parts.count == 2 ? (String(parts[0]), Int(parts[1])!) : nil
        }
      ) { $1 }
    }

    /// A home folder with keys, and a server.
    private struct Home: ~Copyable {
      let root: URL
      let server: Int32
      let agent: Int32
      let port: UInt16

      init() throws {
        // Not in the folder for temporary files, which stays writable.
        root = URL(fileURLWithPath: "/var/tmp/animconv-intruder-\(UUID().uuidString)")
        for name in ["home/.ssh", "in", "out"] {
          try FileManager.default.createDirectory(
            at: root.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        for name in ["home/.ssh/key", "home/.profile", "home/old", "in/in"] {
          try Data(name.utf8).write(to: root.appendingPathComponent(name))
        }
        server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let server = server
        withUnsafeMutablePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = bind(server, $0, length)
            _ = listen(server, 8)
            _ = getsockname(server, $0, &length)
          }
        }
        port = UInt16(bigEndian: address.sin_port)
        agent = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        let path = root.appendingPathComponent("home/.agent").path
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8) }
        let agent = agent
        withUnsafePointer(to: &place) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = bind(agent, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            _ = listen(agent, 8)
          }
        }
      }

      deinit {
        close(server)
        close(agent)
        try? FileManager.default.removeItem(at: root)
      }

      var start: [String] { [root.appendingPathComponent("home").path, "\(port)"] }

      func confined(_ newestABI: Int?) -> [String] {
        start + ["confined", root.appendingPathComponent("in").path]
          + [root.appendingPathComponent("out").path] + (newestABI.map { ["\($0)"] } ?? [])
      }
    }

    /// Attempts that concern files, which only Landlock refuses.
    private static let ofFiles: Set<String> = [
      "read a key", "list keys", "make a file in the home folder", "change the profile",
      "make a link in the home folder", "remove a file",
    ]

    /// Attempts that every kernel and user permits.
    private static let ordinary: Set<String> = ofFiles.union([
      "empty the profile", "make a key readable", "connect by TCP", "connect by UDP",
      "connect to an agent", "run a shell", "signal the parent", "trace a process",
      "read the memory of a process",
    ])

    /// The refusals come from the confinement: without it, an intruder succeeds.
    @Test func anIntruderSucceedsWithoutAConfinement() throws {
      let home = try Home()
      let outcomes = try Self.outcomes(home.start + ["free"])
      #expect(outcomes.count >= 20)
      for name in Self.ordinary { #expect(outcomes[name] == 0, "\(name)") }
    }

    @Test(arguments: [nil, 6, 5, 4, 3, 2, 1] as [Int?])
    func nothingSucceedsInAConfinement(newestABI: Int?) throws {
      let home = try Home()
      var outcomes = try Self.outcomes(home.confined(newestABI))
      let abi = outcomes.removeValue(forKey: "ABI")
      let named = [
        outcomes.removeValue(forKey: "read what was named"),
        outcomes.removeValue(forKey: "write what was named"),
      ]
      #expect(named == [0, 0])
      if abi == 0 {
        // This kernel has no Landlock.
        for name in Self.ofFiles { outcomes[name] = nil }
      }
      #expect(outcomes.count >= 14)
      for (name, errno) in outcomes { #expect(errno != 0, "\(name)") }
    }

    /// Without Landlock, the list of system calls still refuses everything but files.
    @Test func onlyFilesAreReachedWithoutLandlock() throws {
      let home = try Home()
      let outcomes = try Self.outcomes(home.confined(0))
      #expect(outcomes["ABI"] == 0)
      for name in Self.ofFiles { #expect(outcomes[name] == 0, "\(name)") }
      for (name, errno) in outcomes where !Self.ofFiles.contains(name) && name != "ABI" {
        #expect((errno == 0) == name.hasSuffix("what was named"), "\(name)")
      }
    }
  }
#endif
