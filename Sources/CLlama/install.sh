#!/usr/bin/env bash
# Gets the C library of llama.cpp, which the target CLlama links. See usage below.
set -euo pipefail
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=install-functions.sh
source "$folder/install-functions.sh"

usage() {
    cat <<'END'
Usage: install.sh [--print-environment | --help]

Gets the C library of llama.cpp (libllama, its headers and llama.pc). Does nothing when a usable one is found by
pkg-config. Else asks Homebrew for it; where Homebrew is missing, builds a pinned version (two minutes on two cores).

It is installed in /usr/local as root, else in ~/.local; HYBRID_INFERENCE_PREFIX names another place. A place that the
system's loader does not search needs two variables, for the build and for the programs:
    eval "$(Sources/CLlama/install.sh --print-environment)"

  --print-environment   print these export lines (none when none is needed) and install nothing
END
}

# The version to build: the source archive of llama-cpp-python on PyPI holds all of llama.cpp.
package=llama-cpp-python==0.3.36
package_sha256=832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e
package_megabytes=74
# What builds it. (scikit-build-core only because pip asks a source archive's own build system for its name.)
tools=(cmake==4.4.5 ninja==1.13.2 scikit-build-core==1.1.2)
tools_megabytes=88
build_megabytes=700

no_compiler="a C++ compiler is missing. Install one (Debian: apt-get install g++; macOS: xcode-select --install)."

# compiler_flags: for the libllama that SwiftPM would find.
compiler_flags() {
    if command -v pkg-config >/dev/null; then
        pkg-config --cflags --libs llama 2>/dev/null
        return
    fi
    local places place
    IFS=: read -ra places <<<"${PKG_CONFIG_PATH:-}"
    for place in ${places[@]+"${places[@]}"} /{usr/local,usr,opt/homebrew}/{lib,share}/pkgconfig /usr/lib/*/pkgconfig; do
        if [[ -f $place/llama.pc ]]; then
            echo "-I$(sed -n 's/^prefix=//p' "$place/llama.pc")/include -L${place%/*} -lggml -lggml-base -lllama"
            return
        fi
    done
    return 1
}

# environment FOLDER: the export lines by which a library installed in FOLDER is found; nothing for "".
environment() {
    [[ -n $1 ]] || return 0
    # shellcheck disable=SC2016 # the reader of these lines expands the variables
    {
        printf 'export PKG_CONFIG_PATH=%q"${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"\n' "$1/lib/pkgconfig"
        printf 'export LD_LIBRARY_PATH=%q"${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n' "$1/lib"
    }
}

# usable FOLDER: can a C program be built with the library, and does it run? Files alone prove little: the library may be
# half-installed, too old, or not found by the loader. (A subshell, which keeps the variables and the trap to itself.)
usable() (
    eval "$(environment "$1")"
    flags=$(compiler_flags) || exit 1
    read -ra flags <<<"$flags"
    probe=$(mktemp 2>/dev/null) || exit 1
    trap 'rm -f "$probe"' EXIT
    "$compiler" -x c - "${flags[@]}" -o "$probe" 2>/dev/null <<'END' && "$probe"
#include <llama.h>
// The youngest of the functions that this package needs.
void *needed[] = {llama_model_load_from_file, llama_init_from_model, llama_memory_seq_rm, llama_memory_seq_pos_min,
                  llama_sampler_init_grammar, llama_attach_threadpool, llama_set_abort_callback};
int main(void) { return llama_max_devices() == 0 || needed[0] == 0; }
END
)

# find_library: sets `place` to the folder that must be in the environment, "" when the library is found without.
find_library() {
    for place in "" "$prefix" ${brew:+"$("$brew" --prefix)"}; do
        if usable "$place"; then return 0; fi
    done
    return 1
}

# finish WORD: the last lines, and the end.
finish() {
    local version
    version=$(eval "$(environment "$place")" && pkg-config --modversion llama 2>/dev/null) || version="version unknown"
    say "llama.cpp: $1 ($version)."
    if [[ -n $place ]]; then
        say "Its folder is not one that the system searches. Before swift build, and before running what it built:"
        environment "$place" | sed 's/^/    /' >&2
    fi
    exit 0
}

install_with_brew() {
    say "llama.cpp: installing with Homebrew ..."
    run "$brew" install llama.cpp >&2 && find_library
}

build() {
    local name=llama_cpp_python-${package#*==}
    need_space "${TMPDIR:-/tmp}" "$build_megabytes" "Make room, or name a roomier folder in TMPDIR."
    work=$(mktemp -d)
    say "llama.cpp: building the one in $package for $prefix (two minutes on two cores) ..."
    download "the build tools" "$tools_megabytes" \
        install --no-cache-dir --only-binary :all: --target "$work/tools" "${tools[@]}"
    echo "$package --hash=sha256:$package_sha256" >"$work/requirements.txt"
    PYTHONPATH=$work/tools download "$package" "$package_megabytes" \
        download --no-cache-dir --no-deps --no-binary :all: --no-build-isolation --dest "$work" \
        --requirement "$work/requirements.txt"
    mkdir "$work/source"
    tar -xzf "$work/$name.tar.gz" -C "$work/source" --strip-components 3 "$name/vendor/llama.cpp"
    rm "$work/$name.tar.gz"

    # OpenMP off: ggml's own threads can be kept between calls. Compiler warnings off: they are llama.cpp's matter.
    # Each library finds the others beside itself, whatever the loader's settings.
    run "$work/tools/cmake/data/bin/cmake" -S "$work/source" -B "$work/build" -G Ninja \
        -DCMAKE_MAKE_PROGRAM="$work/tools/bin/ninja" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
        -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib \
        -DCMAKE_INSTALL_RPATH="\$ORIGIN" -DCMAKE_INSTALL_NAME_DIR="$prefix/lib" \
        -DCMAKE_C_FLAGS=-w -DCMAKE_CXX_FLAGS=-w -DGGML_CCACHE=OFF -DGGML_OPENMP=OFF -DLLAMA_CURL=OFF \
        -DLLAMA_BUILD_{COMMON,TESTS,EXAMPLES,TOOLS,SERVER,APP}=OFF >"$work/cmake.log" 2>&1 ||
        fail "llama.cpp cannot be configured: $(grep -A 3 -m 1 'CMake Error' "$work/cmake.log" | tr -s ' \n' ' ')"
    run "$work/tools/bin/ninja" -C "$work/build" >&2 ||
        fail "llama.cpp does not build here (see above). It needs a C++17 compiler and room in ${TMPDIR:-/tmp}."
    DESTDIR=$work/stage "$work/tools/cmake/data/bin/cmake" --install "$work/build" >/dev/null
}

# put_in_place: moves the files from the stage; llama.pc comes last, because it is what makes the library count as there.
put_in_place() {
    local file stage=$work/stage$prefix pc=lib/pkgconfig/llama.pc
    rm -f "$prefix/$pc"
    (cd "$stage" && find include lib ! -type d ! -path "$pc") | while read -r file; do
        mkdir -p "$prefix/${file%/*}"
        mv -f "$stage/$file" "$prefix/$file"
    done
    PATH=$PATH:/usr/sbin:/sbin # where ldconfig is, and root's PATH may not be
    if ((EUID == 0)) && command -v ldconfig >/dev/null; then ldconfig; fi
    mkdir -p "$prefix/lib/pkgconfig"
    # In two steps, as a move from another file system is a copy.
    cp "$stage/$pc" "$prefix/$pc.new"
    mv "$prefix/$pc.new" "$prefix/$pc"
}

print_only=
case ${1:-} in
    "") ;;
    --print-environment) print_only=1 ;;
    --help | -h) usage && exit ;;
    *) fail "unknown argument: $1 (see --help)" ;;
esac

if [[ -n ${HYBRID_INFERENCE_PREFIX:-} ]]; then
    prefix=$HYBRID_INFERENCE_PREFIX
    [[ $prefix == /* ]] || prefix=$PWD/$prefix
elif ((EUID == 0)); then
    prefix=/usr/local
else
    prefix=${HOME:?is not set. HYBRID_INFERENCE_PREFIX can name the folder to install in.}/.local
fi
brew=$(command -v brew || true)
compiler=
for candidate in ${CC:+"$CC"} cc gcc clang; do
    if command -v "$candidate" >/dev/null; then compiler=$candidate && break; fi
done
[[ -n $compiler ]] || fail "$no_compiler"

if [[ -n $print_only ]]; then
    find_library || fail "llama.cpp is not installed. Run Sources/CLlama/install.sh first."
    environment "$place"
    exit
fi

if find_library; then finish found; fi
if [[ -n $brew ]] && install_with_brew; then finish installed; fi
command -v "${CXX:-c++}" >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null || fail "$no_compiler"
need_python
make_folder "$prefix"
lock "$prefix"
if find_library; then finish "installed by the other run"; fi
need_space "$prefix" 30
build
put_in_place
find_library || fail "llama.cpp was built and put into $prefix, but a program that uses it does not run."
finish "installed in $prefix"
