import Foundation

/// Which file a path leads to, and in which state: it changes when the file is replaced or written.
struct FileIdentity: Sendable, Hashable {
  var device: UInt64
  var file: UInt64
  var size: UInt64
  /// In nanoseconds since 1970.
  var modificationTime: Int64

  /// Looks a file up.
  ///
  /// - Parameter path: The path; symbolic links are followed.
  /// - Throws: The cause as a phrase.
  init(path: String) throws(ModelFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw ModelFileError(
        reason: errno == ENOENT ? "no such file" : String(cString: strerror(errno))
      )
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ModelFileError(reason: "it is not a file")
    }
    guard access(path, R_OK) == 0 else {
      throw ModelFileError(reason: String(cString: strerror(errno)))
    }
    device = UInt64(status.st_dev)
    file = UInt64(status.st_ino)
    size = UInt64(max(0, status.st_size))
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    modificationTime = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
