#!/usr/bin/env bash
# Makes input.mlir (or the file named) again from kernel.mlir, with mlir-opt 22.
set -euo pipefail
cd "$(dirname "$0")"

find_mlir_opt() {
  local name
  for name in "${PASSWRIGHT_MLIR_OPT:-}" mlir-opt mlir-opt-22; do
    if [ -n "$name" ] && command -v "$name"; then return 0; fi
  done
  echo "no mlir-opt found" >&2
  return 1
}

passes="one-shot-bufferize{bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map}"
passes+=",func.func(convert-linalg-to-affine-loops,affine-loop-unroll{unroll-factor=4})"
passes+=",fold-memref-alias-ops,expand-strided-metadata,lower-affine"

"$(find_mlir_opt)" kernel.mlir --pass-pipeline="builtin.module($passes)" --mlir-print-op-generic -o "${1:-input.mlir}"
