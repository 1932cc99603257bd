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
  /// - Throws: `modelRefused` or `unsuitableModel`.
  init(path: String, gpuLayers: Int?) throws(LlamaError) {
    guard LlamaLibrary.isReady else { throw .modelRefused(reason: "the library is not ready") }
    var parameters = llama_model_default_params()
    if let gpuLayers { parameters.n_gpu_layers = Int32(clamping: gpuLayers) }
    parameters.progress_callback = { _, _ in
      // The vocabulary has been read by now.
      ExitGate.arm(after: .vocabulary)
      return !ExitGate.isShut
    }
    let loaded = ExitGate.pass { llama_model_load_from_file(path, parameters) }
    ExitGate.arm(after: .load)
    guard let pointer = loaded else {
      throw .modelRefused(reason: LlamaLibrary.lastError)
    }
    if let reason = Self.unsuitability(of: pointer) {
      llama_model_free(pointer)
      throw .unsuitableModel(reason: reason)
    }
    self.pointer = pointer
  }

  deinit {
    ExitGate.pass { llama_model_free(pointer) }
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
  /// The most tokens that the model was trained to read at once.
  var trainedContextSize: Int { Int(llama_model_n_ctx_train(pointer)) }

  /// How far back a layer with a sliding window looks; 0 when no layer has one.
  var slidingWindow: Int { Int(llama_model_n_swa(pointer)) }

  /// The chat template in the file.
  var chatTemplate: String? {
    llama_model_chat_template(pointer, nil).map { String(cString: $0) }
  }

  /// What the model is, in llama.cpp's words: family, size and quantisation.
  var summary: String {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = llama_model_desc(pointer, &buffer, buffer.count)
    guard count > 0 else { return "" }
    return String(decoding: buffer.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
