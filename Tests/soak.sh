#!/usr/bin/env bash
# Runs the long forms of the reliability tests; see usage below. Docs/Reliability.md says what each one holds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source-path=SCRIPTDIR source=../Sources/CLlama/install-functions.sh
source Sources/CLlama/install-functions.sh

usage() {
    cat <<END
Usage: Tests/soak.sh [NAME...] [--seconds N] [--help]

Runs the long forms of the reliability tests, all or those that are named:

  cuts      every recorded stream, cut after every byte in three ways, over a real socket (about 10 minutes)
  garbage   100,000 broken answers and model files, in process
  fuzz      coverage-guided fuzzing of each reader, for N (300) seconds each

Ends with the first one that finds something, and says what.
END
}

# long_form FILTER: the tests of that name, in their long form.
long_form() { HYBRID_INFERENCE_SOAK=1 Tests/run.sh --filter "$1"; }

soak_cuts() { long_form CutStreamTests; }
soak_garbage() { long_form GarbageTests; }

# build_module NAME FILES...: a module of the package, as the fuzzer needs it.
build_module() {
    local name=$1
    shift
    swiftc "${flags[@]}" -parse-as-library -emit-module -emit-module-path "$folder/$name.swiftmodule" \
        -emit-object -o "$folder/$name.o" -module-name "$name" "$@"
}

build_fuzzer() {
    # Made by an earlier run from the same files?
    if [[ -x $folder/fuzz && -z $(find Sources Tests/Fuzz -name '*.swift' -newer "$folder/fuzz") ]]; then return; fi
    say "Building the fuzzer ..."
    mapfile -t core < <(find Sources/HybridInference -name '*.swift')
    mapfile -t cloud < <(find Sources/CloudBackend -name '*.swift')
    mapfile -t subjects < <(find Tests/Fuzz Sources/LocalBackend/Grammar -name '*.swift')
    subjects+=(Sources/LocalBackend/Store/{ByteWindow,GGUF*}.swift Sources/LocalBackend/Sampling/{TokenMask,Vocabulary}.swift)
    build_module HybridInference "${core[@]}"
    build_module CloudBackend "${cloud[@]}"
    swiftc "${flags[@]}" -parse-as-library -o "$folder/fuzz" -module-name Fuzz \
        "${subjects[@]}" "$folder/HybridInference.o" "$folder/CloudBackend.o"
}

# seeds SUBJECT: recorded answers and what else a reader may meet, as the inputs to begin with.
seeds() {
    local recorded=${HYBRID_INFERENCE_SHARED:-../shared}/recorded file
    mkdir -p "$folder/seeds/$1"
    case $1 in
        gguf) # The header of a model of one tensor.
            python3 -c '
import struct, sys
text = lambda value: struct.pack("<Q", len(value)) + value
pairs = [(b"general.architecture", 8, text(b"llama")), (b"llama.block_count", 4, struct.pack("<I", 1)),
         (b"tokenizer.ggml.tokens", 9, struct.pack("<IQ", 8, 2) + text(b"a") + text(b"b"))]
header = b"GGUF" + struct.pack("<IQQ", 3, 1, len(pairs))
header += b"".join(text(key) + struct.pack("<I", kind) + value for key, kind, value in pairs)
header += text(b"token_embd.weight") + struct.pack("<IQQIQ", 2, 8, 2, 0, 0)
sys.stdout.buffer.write(header + bytes(-len(header) % 32) + bytes(64))
' >"$folder/seeds/$1/model" ;;
        schema) for file in "$recorded"/schema/*.json; do cp "$file" "$folder/seeds/$1/"; done ;;
        json | partial) for file in "$recorded"/*/*.json; do cp "$file" "$folder/seeds/$1/${file//\//_}"; done ;;
        *) for file in "$recorded"/*/*.{txt,json}; do cp "$file" "$folder/seeds/$1/${file//\//_}"; done ;;
    esac
}

soak_fuzz() {
    need_swift
    local folder=$PWD/.build/fuzz subject
    local flags=(-O -wmo -swift-version 6 -sanitize=fuzzer,address -enable-testing -package-name fuzz -I "$folder"
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
        -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature NonisolatedNonsendingByDefault
        -enable-upcoming-feature InferIsolatedConformances)
    mkdir -p "$folder"
    # A broken promise ends the process at once.
    export SWIFT_BACKTRACE=enable=no
    build_fuzzer
    for subject in events json partial schema answer gguf; do
        say "Fuzzing $subject for $seconds s ..."
        seeds "$subject"
        mkdir -p "$folder/corpus/$subject"
        HYBRID_INFERENCE_FUZZ=$subject "$folder/fuzz" "$folder/corpus/$subject" "$folder/seeds/$subject" \
            -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 -verbosity=0 -print_final_stats=1 \
            -artifact_prefix="$folder/$subject-" -detect_leaks=0 >"$folder/$subject.log" 2>&1 || {
            tail -n 40 "$folder/$subject.log" >&2
            fail "the fuzzer found something in $subject (see above); the input is in $folder"
        }
        grep -E "number_of_executed_units|peak_rss_mb" "$folder/$subject.log" >&2 || true
    done
}

all=(cuts garbage fuzz)
names=()
seconds=300
while (($# > 0)); do
    case $1 in
        --help | -h) usage && exit ;;
        --seconds)
            seconds=${2:-}
            [[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "--seconds needs a number."
            shift
            ;;
        *)
            [[ " ${all[*]} " == *" $1 "* ]] || fail "there is no soak $1 (see --help)."
            names+=("$1")
            ;;
    esac
    shift
done
if ((${#names[@]} == 0)); then names=("${all[@]}"); fi
for name in "${names[@]}"; do
    start=$SECONDS
    say "==> $name"
    "soak_$name"
    say "==> $name: $((SECONDS - start)) s"
done
