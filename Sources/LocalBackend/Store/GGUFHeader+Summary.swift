extension GGUFHeader {
  /// The model's name, number of parameters and quantisation.
  var summary: String {
    let name = text("general.name") ?? text("general.basename") ?? architecture
    return [name, parameters, quantization].compactMap(\.self).joined(separator: ", ")
  }

  private var parameters: String? {
    let count = Double(parameterCount)
    return switch parameterCount {
    case 0: nil
    case 1_000_000_000...: "\(Self.rounded(count / 1e9))B parameters"
    case 1_000_000...: "\(Self.rounded(count / 1e6))M parameters"
    default: "\(parameterCount) parameters"
    }
  }

  private static func rounded(_ value: Double) -> String {
    value < 10 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
  }

  /// The name of `general.file_type`; see `llama_ftype`.
  private var quantization: String? {
    integer("general.file_type").flatMap { Self.fileTypes[$0] }
  }

  private static let fileTypes = [
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K",
    11: "Q3_K_S", 12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S",
    17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS",
    23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S",
    29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4",
  ]
}
