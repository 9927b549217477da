import CLibrary

/// Runs `body` with another user's file permissions, on this thread only, so that permissions also
/// apply when root runs the tests. Other users keep their own rights.
package func withoutPrivileges<Result>(_ body: () throws -> Result) rethrows -> Result {
  #if os(Linux)
    guard geteuid() == 0 else { return try body() }
    // Swift's module of the C library lacks it.
    typealias Change = @convention(c) (UInt32) -> Int32
    guard let symbol = dlsym(nil, "setfsuid") else { return try body() }
    let change = unsafeBitCast(symbol, to: Change.self)
    _ = change(65534)
    defer { _ = change(0) }
  #endif
  return try body()
}
