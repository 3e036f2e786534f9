#!/bin/sh
# Installs what is missing, builds what is stale, runs. `./headrace.sh help` lists the verbs.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
program=$root/build/release/headrace
log=$root/build/headrace.log

# What a verb needs: a Debian package, or package:tool where any such tool in PATH will do.
for_program='g++:g++ cmake:cmake ninja-build:ninja libboost-dev libyaml-cpp-dev libsqlite3-dev zlib1g-dev libsimdjson-dev
  libfmt-dev
  libcli11-dev nlohmann-json3-dev librandom123-dev libeigen3-dev
  nodejs:node npm:npm'
for_tests="$for_program libgtest-dev libgmock-dev locales libboost-mpi-dev openmpi-bin:mpirun"
for_planted="$for_tests patch:patch ccache:ccache"
for_mutants="$for_tests clang-19:clang++-19 lld:ld.lld ccache:ccache python3:python3"
for_bench="$for_program libbenchmark-dev"
for_peers="$for_bench libsimgrid-dev libns3-dev"
for_instructions="$for_bench valgrind:valgrind"
for_clang="$for_tests clang-19:clang++-19 libclang-rt-19-dev"
for_lint="$for_clang libbenchmark-dev clang-tidy-22:clang-tidy-22 clang-format-19:clang-format-19"
for_live="$for_program python3-torch python3-mpi4py python3-h5py python3-omegaconf python3-numpy python3-pil
  python3-psutil python3-pandas python3-yaml openmpi-bin:mpirun fio:fio"
for_package="$for_program dpkg-dev:dpkg-shlibdeps file:file"
for_pages="$for_program chromium:chromium fonts-dejavu-core"

usage() {
  cat <<'TEXT'
usage: ./headrace.sh VERB [ARGUMENT...]

  demo            run scenarios/first_run.yaml and say where the results are
  test [long | sample]
                  build and run every test; long: the long ones instead, then every planted bug; sample: one
                  of those and two of these, others each day
  planted [N...]  plant bugs, one at a time, in a copy of the tree: do the tests see them?
  mutate [FOLDER...] [--count N] [--seed N]
                  plant small random mistakes in sim, models, loader or analysis: what share do the tests see?
  bench [peers | instructions]
                  measure the engine beside its limit, and beside SimGrid and ns-3 where they are installed
                  (peers: install them first); instructions: count those of an event too. Options go to the
                  benchmark program alone: --benchmark_filter=REGEX
  probes          hold every platform against what is published of it: a table, and build/probes.json
  python          test the Python module, over the program that was built
  tutorials       do what docs/tutorials says, command by command
  studies         run what publications found of other systems, and hold it against them: scenarios/studies
  build           build the program
  package         make a Debian package of the program, its catalogue, man pages and completions: build/*.deb
  lint [changed | FILE.cpp...]
                  coroutine faults, format, clang-tidy; changed: clang-tidy for what changed of late
  format          put every source into the project's format
  sanitize [thread | sample]
                  every test under the address and undefined-behaviour sanitizers, or under the thread sanitizer;
                  sample: a third of the tests, without laws of millions of draws, or the fuzz targets; others each day
  fuzz [SECONDS]  run each fuzz target, 30 seconds where nothing is said
  schema          check the JSON Schema of scenarios with an independent validator
  pages           make pages of shipped scenarios by `headrace report`, and look at them in a browser
  compilers [sample]
                  compare the answers to the shipped scenarios under four builds; sample: two, others each day
  rounds          what looks at the whole tree and takes hours: lint, every long test and planted bug, every test
                  under the sanitizers, the fuzz targets, every compiler
  scenarios       check and run every shipped scenario
  live [--drive FOLDER] [--repeats N]
                  run the real DLIO on this machine, in the settings of scenarios/calibration/two_cores.csv, and hold
                  headrace against it; HEADRACE_DLIO says where DLIO is (.ci/live tells the rest)
  slurm           run a sweep, a run and a probe as arrays of jobs, where a Slurm is installed
  help            this text

Any other verb goes to the program, built first where it is missing or stale:
  ./headrace.sh run scenarios/first_run.yaml jobs.train.accelerators_per_node=4
  ./headrace.sh --help

Missing packages are installed by apt-get, as root or through sudo; nothing is fetched when all are there.
TEXT
}

say() { printf 'headrace: %s\n' "$*" >&2; }
# The program's own exit codes pass through; 74 is its word for a machine that failed.
fail() { say "$*"; exit 74; }

# Runs a command into the log; the log's end is shown only when it fails.
quietly() {
  mkdir -p -- "$root/build"
  if "$@" >"$log" 2>&1 </dev/null; then return; fi
  tail -n 40 -- "$log" >&2
  say "failed: $* (all of it: $log)"
  return 74
}

missing() {
  installed=''
  if command -v dpkg-query >/dev/null; then
    packages=''
    for need in "$@"; do packages="$packages ${need%%:*}"; done
    # shellcheck disable=SC2086 # Names of packages hold no spaces.
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $packages 2>/dev/null || true)
  fi
  for need in "$@"; do
    case $need in *:*) if command -v "${need#*:}" >/dev/null; then continue; fi ;; esac
    printf '%s\n' "$installed" | grep -qxF -- "${need%%:*} installed" || printf ' %s' "${need%%:*}"
  done
}

# Outside Debian only the tools can be checked; cmake names the libraries that it does not find.
need_tools() {
  absent='' libraries=''
  for need in "$@"; do
    case $need in
      *:*) command -v "${need#*:}" >/dev/null || absent="$absent ${need#*:}" ;;
      *) libraries="$libraries $need" ;;
    esac
  done
  [ -z "$absent" ] || fail "no apt-get here: please install$absent, and what Debian calls$libraries"
}

need() {
  install_missing "$@"
  use_ccache
}

install_missing() {
  # shellcheck disable=SC2048,SC2086 # A list of words on purpose.
  set -- $*
  command -v apt-get >/dev/null || { need_tools "$@"; return; }
  packages=$(missing "$@")
  [ -n "$packages" ] || return 0
  as_root=''
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "not root and no sudo: please have root run 'apt-get install$packages'"
    as_root=sudo
  fi
  say "installing$packages"
  quietly $as_root apt-get update || fail "apt-get update failed: is this machine offline?"
  # shellcheck disable=SC2086 # A list of words on purpose.
  quietly $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends -o Acquire::Retries=3 -o DPkg::Lock::Timeout=120 $packages
}

of_this_tree() { grep -qxF -- "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$1"; }

# A build folder that came along with a moved or copied tree is of no use.
configure() {
  cache=$root/build/$2/CMakeCache.txt
  if [ -f "$cache" ] && ! of_this_tree "$cache"; then rm -rf -- "$root/build/$2"; fi
  quietly in_root cmake --preset "$1" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher"
}

in_root() (cd -- "$root" && "$@")

# Where there is a ccache, what was compiled before is not compiled again, were it in a copy of the tree.
use_ccache() {
  launcher=${CMAKE_CXX_COMPILER_LAUNCHER:-}
  if [ -z "$launcher" ] && command -v ccache >/dev/null; then launcher=ccache; fi
  export CMAKE_CXX_COMPILER_LAUNCHER="$launcher" CCACHE_BASEDIR="$root"
  # Without these it takes nothing that reads precompiled headers.
  export CCACHE_SLOPPINESS=pch_defines,time_macros
}

# Ninja's one line of progress goes to a terminal; elsewhere the log holds it.
compile() {
  if [ -t 2 ]; then in_root cmake --build "$@" >&2; else quietly in_root cmake --build "$@"; fi
}

build_program() {
  need "$for_program"
  made=$root/build/release
  # A page that could not be made, for want of Node.js or a network, is tried again.
  if grep -qsF 'page_shell() { return {}; }' "$made/generated/page_shell.cpp"; then
    rm -- "$made/generated/page_shell.cpp"
  fi
  if [ ! -f "$made/build.ninja" ] || ! of_this_tree "$made/CMakeCache.txt"; then configure build release; fi
  if [ -x "$program" ]; then
    quietly in_root cmake --build build/release --target headrace headrace_schema headrace_pages
  else
    say "building the program (about three minutes on two cores, the first time)"
    compile build/release --target headrace headrace_schema headrace_pages
  fi
}

# Without MPI, which would bring half a cluster to each machine.
make_package() {
  need "$for_package"
  configure package package
  say "building the program for its package"
  compile build/package
  quietly in_root cmake --build build/package --target package
  cp -- "$root"/build/package/headrace_*.deb "$root/build/"
  for made in "$root"/build/headrace_*.deb; do say "made $made: apt-get install $made"; done
}

demo() {
  build_program
  say "running scenarios/first_run.yaml"
  cd -- "$root"
  "$program" run scenarios/first_run.yaml "$@"
  say "results: $root/results/"
}

run_tests() {
  case ${1:-} in '' | long | sample) ;; *) fail "test knows long and sample, not $1" ;; esac
  need "$for_planted"
  preset=release
  if [ "${CI:-}" = true ]; then preset=ci; fi
  say "building the program and its tests"
  configure "$preset" release
  compile --preset "$preset"
  failed=0
  case ${1:-} in
    long)
      in_root ctest --preset long || failed=$?
      in_root bash .ci/planted || failed=$?
      ;;
    sample)
      number=$(number_of_the_day)
      in_root ctest --preset long -I "$number,$number" || failed=$?
      in_root bash .ci/planted sample || failed=$?
      ;;
    *) in_root ctest --preset "$preset" || failed=$? ;;
  esac
  return "$failed"
}

# Of a long test: by the day of the commit, so that what fails today can be run again tomorrow.
number_of_the_day() {
  tests=$(in_root ctest --preset long -N | sed -n 's/^Total Tests: //p')
  echo $(($(git -C "$root" log -1 --format=%ct) / 86400 % tests + 1))
}

bench() {
  case ${1:-} in
    peers) need "$for_peers" ;;
    instructions) need "$for_instructions" ;;
    '' | -*) need "$for_bench" ;;
    *) fail "bench knows peers, instructions and options of the benchmark program, not $1" ;;
  esac
  say "building the benchmarks"
  configure bench bench
  compile --preset bench --target headrace_benches
  case ${1:-} in
    -*) in_root build/bench/tests/headrace_bench "$@" ;;
    *) in_root bash .ci/bench "$@" ;;
  esac
}

verb=${1:-help}
[ $# -eq 0 ] || shift
case $verb in
  demo) demo "$@" ;;
  test) run_tests "$@" ;;
  planted) need "$for_planted"; in_root bash .ci/planted "$@" ;;
  mutate) need "$for_mutants"; in_root python3 .ci/mutate "$@" ;;
  bench) bench "$@" ;;
  build) build_program ;;
  package) make_package ;;
  lint | format) need "$for_lint"; in_root bash ".ci/$verb" "$@" ;;
  sanitize) need "$for_clang"; in_root bash .ci/sanitize "$@" ;;
  fuzz) need "$for_clang"; in_root bash .ci/fuzz "$@" ;;
  compilers) need "$for_clang"; build_program; in_root bash .ci/compilers "$@" ;;
  probes) build_program; in_root "$program" probe scenarios/probes/*.yaml --out build/probes.json "$@" ;;
  studies) build_program; in_root bash .ci/studies "$@" ;;
  scenarios) build_program; in_root bash .ci/scenarios "$@" ;;
  rounds) for round in lint 'test long' sanitize fuzz compilers; do "$0" $round; done ;;
  live) need "$for_live"; build_program; exec "${HEADRACE_PYTHON:-/usr/bin/python3}" "$root/.ci/live" "$@" ;;
  slurm) build_program; in_root bash .ci/slurm "$@" ;;
  python) need "$for_program python3:python3"; build_program; HEADRACE=$program python3 "$root/tests/python/headrace_test.py" "$@" ;;
  tutorials) need "$for_program python3:python3"; build_program; HEADRACE=$program python3 "$root/.ci/tutorials" "$@" ;;
  schema) need "$for_program"; build_program; in_root bash .ci/schema/check "$@" ;;
  pages) need "$for_pages"; build_program; in_root bash .ci/pages "$@" ;;
  help) usage ;;
  *) build_program; exec "$program" "$verb" "$@" ;;
esac
