internal import Stages
internal import SystemPackage

/// Adds the name of the call to its error.
package func calling<Result>(_ operation: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as Errno {
    throw ReadingError.system(operation: operation, errno: error.rawValue)
  }
}
