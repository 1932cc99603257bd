import Foundation
import Synchronization

/// A model file that has been looked at: it exists, is whole, and its header has been read.
struct ModelFile: Sendable {
  let path: String
  let identity: FileIdentity
  let header: GGUFHeader

  private typealias Verdict = Result<GGUFHeader, ModelFileError>

  /// What was found in each file, so that looking again costs one system call.
  private static let verdicts = Mutex<[FileIdentity: Verdict]>([:])

  /// Looks at a file.
  init(path: String) throws(ModelFileError) {
    self.path = path
    identity = try FileIdentity(path: path)
    header = try Self.verdict(on: identity, path: path).get()
  }

  private static func verdict(on identity: FileIdentity, path: String) -> Verdict {
    if let known = verdicts.withLock({ $0[identity] }) { return known }
    let verdict = examine(path: path, size: identity.size)
    verdicts.withLock { verdicts in
      // A file that is being written has a new identity each time: keep only a few.
      if verdicts.count >= 64 { verdicts.removeAll() }
      verdicts[identity] = verdict
    }
    return verdict
  }

  private static func examine(path: String, size: UInt64) -> Verdict {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      return .failure(ModelFileError(reason: "it cannot be opened"))
    }
    defer { try? handle.close() }
    do throws(GGUFError) {
      return .success(
        try GGUFHeader(size: size) { offset, count throws(GGUFError) in
          do {
            try handle.seek(toOffset: offset)
            return Array(try handle.read(upToCount: count) ?? Data())
          } catch {
            throw .unreadable(error.localizedDescription)
          }
        }
      )
    } catch {
      return .failure(ModelFileError(reason: error.description))
    }
  }

  /// Remembers that llama.cpp refuses the file, until the file changes.
  func markUnloadable(reason: String) {
    Self.verdicts.withLock { $0[identity] = .failure(ModelFileError(reason: reason)) }
  }
}
