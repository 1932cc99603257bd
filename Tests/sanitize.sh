#!/usr/bin/env bash
# Runs tests under a sanitizer. Usage: Tests/sanitize.sh thread|address [arguments of swift test]
# Needs what Tests/run.sh has made: the model and the Python environment of the Gemini stand-in.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
kind=${1:-}
shift || true
case $kind in
    # Models compute in a library that is built without the sanitizer: with the scripted engine instead.
    thread) filter='^(HybridInferenceTests|CloudBackendTests)|LocalBackendTests\.(InferenceScheduler|PrefixSharing|SharedReading|SchedulerCancellation|Stopping|BatchPlanner|PrefixCache|LoadInterest|GateOccupancy)' ;;
    address) filter='.' ;;
    *) echo "usage: Tests/sanitize.sh thread|address [arguments of swift test]" >&2 && exit 64 ;;
esac
folder=$PWD/.build/$kind
export HYBRID_INFERENCE_TEST_PYTHON=${HYBRID_INFERENCE_TEST_PYTHON:-$PWD/.build/oracle-venv/bin/python}
swift build --build-tests --sanitize="$kind" --scratch-path "$folder"
if [[ $kind == thread && $(uname) == Linux ]]; then
    clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
    "$clang" -shared -fPIC -O1 -o "$folder/mutex.so" Tests/Sanitizers/mutex.c
    export LD_PRELOAD=$folder/mutex.so
fi
export TSAN_OPTIONS=exitcode=66 ASAN_OPTIONS=detect_leaks=0
if (($# == 0)); then set -- --filter "$filter"; fi
exec swift test --skip-build --disable-swift-testing --sanitize="$kind" --scratch-path "$folder" "$@"
