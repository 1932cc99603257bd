import CLlama
import HybridInference

/// A loaded model: its weights, mapped from the file, and its vocabulary.
///
/// `@unchecked Sendable`: after loading, llama.cpp only reads a model, and says that the vocabulary
/// may be used from any thread. Only the owner frees it.
struct LlamaModel: ~Copyable, @unchecked Sendable {
  let pointer: OpaquePointer

  /// Loads a file.
  ///
  /// The file's header must have been checked: llama.cpp ends the process over some faults.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - gpuLayers: How many layers a GPU takes; `nil`: all, where a GPU backend is there.
  ///   - mayGoOn: Asked before the load begins and from tensor to tensor; once it says no, the load
  ///     stops.
  /// - Throws: `modelRefused`, `loadStopped` or `unsuitableModel`.
  init(
    path: String,
    gpuLayers: Int?,
    mayGoOn: @escaping @Sendable () -> Bool
  ) throws(LlamaError) {
    guard LlamaLibrary.isReady else { throw .modelRefused(reason: "the library is not ready") }
    let permission = LoadPermission(mayGoOn)
    guard permission.isGiven else { throw .loadStopped }
    let loaded = Self.load(path: path, gpuLayers: gpuLayers, permission: permission)
    ExitGate.arm(after: .load)
    guard let pointer = loaded else {
      guard permission.isGiven else { throw .loadStopped }
      throw .modelRefused(reason: LlamaLibrary.lastError)
    }
    if let reason = ExitGate.pass({ Self.unsuitability(of: pointer) }) {
      ExitGate.pass { llama_model_free(pointer) }
      throw .unsuitableModel(reason: reason)
    }
    self.pointer = pointer
  }

  deinit {
    ExitGate.pass { llama_model_free(pointer) }
  }

  private static func load(
    path: String,
    gpuLayers: Int?,
    permission: LoadPermission
  ) -> OpaquePointer? {
    ExitGate.pass {
      var parameters = llama_model_default_params()
      if let gpuLayers { parameters.n_gpu_layers = Int32(clamping: gpuLayers) }
      parameters.progress_callback = { _, permission in
        // The vocabulary has been read by now.
        ExitGate.arm(after: .vocabulary)
        guard !ExitGate.isShut, let permission else { return false }
        return Unmanaged<LoadPermission>.fromOpaque(permission).takeUnretainedValue().isGiven
      }
      // Not retained: it lives until the call returns.
      parameters.progress_callback_user_data = Unmanaged.passUnretained(permission).toOpaque()
      return withExtendedLifetime(permission) { llama_model_load_from_file(path, parameters) }
    }
  }

  private static func unsuitability(of pointer: OpaquePointer) -> String? {
    if llama_model_has_encoder(pointer) { return "it has an encoder" }
    if !llama_model_has_decoder(pointer) { return "it has no decoder" }
    if llama_model_is_diffusion(pointer) { return "it is a diffusion model" }
    guard let vocabulary = llama_model_get_vocab(pointer),
      llama_vocab_type(vocabulary) != LLAMA_VOCAB_TYPE_NONE,
      llama_vocab_n_tokens(vocabulary) > 0
    else { return "it has no vocabulary" }
    return nil
  }
}

extension LlamaModel {
  /// Whether it keeps a running state instead of all tokens.
  var isRecurrent: Bool {
    ExitGate.pass { llama_model_is_recurrent(pointer) || llama_model_is_hybrid(pointer) }
  }

  /// The most tokens that the model was trained to read at once.
  var trainedContextSize: Int { Int(ExitGate.pass { llama_model_n_ctx_train(pointer) }) }

  /// How far back a layer with a sliding window looks; 0 when no layer has one.
  var slidingWindow: Int { Int(ExitGate.pass { llama_model_n_swa(pointer) }) }

  /// The chat template in the file.
  var chatTemplate: String? {
    ExitGate.pass { llama_model_chat_template(pointer, nil).map { String(cString: $0) } }
  }

  /// What the model is, in llama.cpp's words: family, size and quantisation.
  var summary: String {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = ExitGate.pass { llama_model_desc(pointer, &buffer, buffer.count) }
    guard count > 0 else { return "" }
    return String(decoding: buffer.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
