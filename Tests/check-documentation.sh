#!/usr/bin/env bash
# Builds the documentation, as one archive of all modules. Fails on a link that leads nowhere and on other warnings, on a
# public symbol without documentation, and on one that its module's page does not list by hand.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source-path=SCRIPTDIR source=../Sources/CLlama/install-functions.sh
source Sources/CLlama/install-functions.sh

modules=(HybridInference CloudBackend LocalBackend FirebaseAILogic)
scratch=.build/documentation

# convert MODULE FOLDER ARGUMENT…: the archive of a module, into the folder.
convert() {
    local module=$1 folder=$2
    shift 2
    "$docc" convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$scratch/graphs/$module" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --fallback-default-module-kind Module --enable-experimental-external-link-support \
        --output-path "$folder/$module.doccarchive" "$@"
}

shopt -s nullglob # a module need not extend others
need_swift
command -v python3 >/dev/null || fail "python3 is missing. Install it."
use_llama "$PWD"
docc=$(command -v docc) || fail "docc is missing. It comes with the Swift toolchain: put the folder of swift into PATH."
# The compiler writes a module's graph when it compiles the module: what it wrote is kept beside the build.
if [[ ! -e $scratch/symbols/FirebaseAILogic.symbols.json ]]; then rm -rf "$scratch/build"; fi
swift build --scratch-path "$scratch/build" --product FirebaseAILogic \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$scratch/symbols" >&2
rm -rf "$scratch/graphs" "$scratch/links" "$scratch/archives"
for module in "${modules[@]}"; do
    mkdir -p "$scratch/graphs/$module"
    cp "$scratch/symbols/$module".symbols.json "$scratch/symbols/$module"@*.symbols.json "$scratch/graphs/$module/"
done
mkdir -p "$scratch/links" "$scratch/archives"
python3 Tests/documentation.py symbols "$scratch/graphs" "${modules[@]}"

# Twice: links go from every module to every other one, and need something to lead to. What is wrong is told by the second.
for module in "${modules[@]}"; do
    convert "$module" "$scratch/links" --diagnostic-filter error >/dev/null
done
for module in "${modules[@]}"; do
    dependencies=()
    for other in "${modules[@]}"; do
        if [[ $other != "$module" ]]; then dependencies+=(--dependency "$scratch/links/$other.doccarchive"); fi
    done
    convert "$module" "$scratch/archives" "${dependencies[@]}" --warnings-as-errors
done
python3 Tests/documentation.py pages "$scratch/archives" "${modules[@]}"

rm -rf "$scratch/HybridInference.doccarchive"
archives=("${modules[@]/#/$scratch/archives/}")
"$docc" merge "${archives[@]/%/.doccarchive}" --output-path "$scratch/HybridInference.doccarchive" \
    --synthesized-landing-page-name HybridInference --synthesized-landing-page-topics-style list
say "Documentation: $scratch/HybridInference.doccarchive. To read it, run"
say "    python3 -m http.server --directory $scratch/HybridInference.doccarchive"
say "and go to http://localhost:8000/documentation/hybridinference"
