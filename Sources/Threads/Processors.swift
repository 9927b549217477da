internal import CLibrary

/// Processors that this process may use; at least one.
package let processorCount: Int = {
  // A container or `taskset` may restrict the process to some of the machine's processors.
  let allowed = allowedProcessors
  return allowed > 0 ? allowed : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}()

/// The machine's memory in bytes; 1 GiB if the system does not report it.
package let physicalMemory: Int = {
  let pages = Int(sysconf(Int32(_SC_PHYS_PAGES)))
  return max(1 << 30, pages * Int(sysconf(Int32(_SC_PAGESIZE))))
}()
