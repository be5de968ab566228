/**
 * Maps pass types to passes and named pipelines of upstream MLIR. The types are based on the summaries and descriptions
 * in MLIR's `Passes.td` files (release 22). A pass that converts operations to a lower dialect has the type `Lowering`,
 * a dot, and this dialect. A pass for one kind of hardware is a `HardwareOptimization`. Passes over tensors and loops
 * that run before bufferization or lowering are `EarlyOptimization`, and passes over buffers and vectors are
 * `LateOptimization`. Passes that only print, test or check do not have a type.
 */
const NAMES_BY_TYPE: { readonly [type: string]: string } = {
  Ingress: `
    acc-implicit-data acc-implicit-declare acc-implicit-routine acc-legalize-serial convert-elementwise-to-linalg
    convert-tensor-to-linalg linalg-generalize-named-ops linalg-morph-ops openacc-legalize-data-values
    tosa-attach-target tosa-convert-integer-type-to-signless tosa-infer-shapes tosa-make-broadcastable
    tosa-narrow-f64-to-f32 tosa-narrow-i64-to-i32 tosa-to-arith tosa-to-linalg tosa-to-linalg-named tosa-to-linalg-pipeline
    tosa-to-mlprogram tosa-to-scf tosa-to-tensor
  `,
  Normalization: `
    affine-loop-normalize affine-raise-from-memref affine-simplify-min-max affine-simplify-structures
    convert-shape-constraints lift-cf-to-scf linalg-fold-unit-extent-dims linalg-inline-scalar-operands
    linalg-specialize-generic-ops mlprogram-pipeline-globals normalize-memrefs normalize-quant-types
    outline-shape-computation reify-result-shapes remove-shape-constraints resolve-ranked-shaped-type-result-dims
    resolve-shaped-type-result-dims scf-for-loop-canonicalization shape-to-shape-lowering simplify-depthwise-conv
    sparse-reinterpret-map sparse-space-collapse stage-sparse-ops pre-sparsification-rewrite strip-func-quant-types
    symbol-privatize tosa-arith-const-to-tosa-const tosa-optional-decompositions
  `,
  EarlyOptimization: `
    affine-loop-coalescing affine-loop-fusion affine-loop-invariant-code-motion affine-loop-tile affine-loop-unroll
    affine-loop-unroll-jam affine-parallelize affine-scalrep affine-super-vectorize arith-int-range-narrowing
    arith-unsigned-when-equivalent control-flow-sink duplicate-function-elimination eliminate-empty-tensors
    fold-tensor-subset-ops inline int-range-optimizations linalg-block-pack-matmul linalg-detensorize
    linalg-fold-into-elementwise linalg-fuse-elementwise-ops loop-invariant-code-motion loop-invariant-subset-hoisting
    mem2reg acc-loop-tiling scf-for-loop-peeling scf-for-loop-range-folding scf-for-loop-specialization
    scf-parallel-loop-fusion scf-parallel-loop-specialization scf-parallel-loop-tiling sccp shard-partition
    sharding-propagation sroa tosa-layerwise-constant-fold tosa-reduce-transposes
  `,
  Bufferization: `
    buffer-results-to-out-params empty-tensor-to-alloc-tensor one-shot-bufferize ownership-based-buffer-deallocation
    sparsification-and-bufferization
  `,
  LateOptimization: `
    affine-data-copy-generate affine-fold-memref-alias-ops affine-pipeline-data-transfer bubble-down-memory-space-casts
    buffer-deallocation-simplification buffer-hoisting buffer-loop-hoisting drop-equivalent-buffer-results
    flatten-memref fold-memref-alias-ops form-expressions lower-vector-multi-reduction math-sincos-fusion
    math-uplift-to-fma optimize-allocation-liveness promote-buffers-to-stack sparse-vectorization sparse-buffer-rewrite
    async-runtime-ref-counting-opt
  `,
  HardwareOptimization: `
    acc-specialize-for-device acc-specialize-for-host amdgpu-emulate-atomics amdgpu-fold-memrefs-ops
    amdgpu-maskedload-to-load amdgpu-resolve-strided-metadata arith-emulate-unsupported-floats arith-emulate-wide-int
    arm-sme-outer-product-fusion arm-sme-vector-legalization arm-sve-legalize-vector-storage
    decorate-spirv-composite-type-layout enable-arm-streaming gpu-async-region gpu-decompose-memrefs
    gpu-eliminate-barriers gpu-kernel-outlining gpu-launch-sink-index-computations gpu-map-parallel-loops
    llvm-optimize-for-nvvm-target map-memref-spirv-storage-class math-extend-to-supported-types
    memref-emulate-wide-int nvgpu-optimize-shared-memory nvvm-attach-target offload-livein-value-canonicalization
    omp-offload-privatization-prepare rocdl-attach-target sparse-gpu-codegen spirv-attach-target
    spirv-canonicalize-gl spirv-promote-to-replicated-constants spirv-rewrite-inserts spirv-unify-aliased-resource
    spirv-update-vce spirv-webgpu-prepare xegpu-blocking xegpu-fold-alias-ops xegpu-optimize-block-loads
    xegpu-propagate-layout xegpu-subgroup-distribute xegpu-vector-linearize xegpu-wg-to-sg-distribute
    xevm-attach-target
  `,
  Lowering: `
    acc-if-clause-lowering affine-expand-index-ops affine-expand-index-ops-as-affine arith-expand
    convert-complex-to-standard convert-linalg-to-std convert-math-to-apfloat convert-arith-to-apfloat
    convert-math-to-funcs convert-math-to-libm convert-complex-to-libm convert-openacc-to-scf convert-pdl-to-pdl-interp
    convert-shape-to-std convert-shard-to-mpi expand-realloc expand-strided-metadata lower-quant-ops lower-vector-mask
    lower-vector-to-from-elements-to-shuffle-tree math-expand-ops memref-expand
  `,
  "lowering.affine": "convert-linalg-to-affine-loops",
  "lowering.amx": "convert-vector-to-amx",
  "lowering.arm": "arm-neon-2d-to-intr convert-arith-to-arm-sme convert-vector-to-arm-sme",
  "lowering.async": `
    async-func-to-async-runtime async-parallel-for async-runtime-policy-based-ref-counting async-runtime-ref-counting
    async-to-async-runtime
  `,
  "lowering.cf": "convert-scf-to-cf",
  "lowering.emitc": `
    convert-arith-to-emitc convert-func-to-emitc convert-math-to-emitc convert-memref-to-emitc convert-scf-to-emitc
    convert-to-emitc wrap-emitc-func-in-class
  `,
  "lowering.gpu": `
    convert-affine-for-to-gpu convert-arith-to-amdgpu convert-parallel-loops-to-gpu convert-vector-to-gpu
    convert-vector-to-xegpu
  `,
  "lowering.llvm": `
    convert-amdgpu-to-rocdl convert-arith-to-llvm convert-arm-sme-to-llvm convert-async-to-llvm convert-cf-to-llvm
    convert-complex-to-llvm convert-complex-to-rocdl-library-calls convert-func-to-llvm convert-gpu-to-llvm-spv
    convert-gpu-to-nvvm convert-gpu-to-rocdl convert-index-to-llvm convert-math-to-llvm convert-math-to-rocdl
    convert-math-to-xevm convert-nvgpu-to-nvvm convert-nvvm-to-llvm convert-openmp-to-llvm convert-spirv-to-llvm
    convert-to-llvm convert-ub-to-llvm convert-vector-to-llvm convert-xegpu-to-xevm convert-xevm-to-llvm
    ensure-debug-info-scope-on-llvm-func finalize-memref-to-llvm gpu-lower-to-nvvm-pipeline gpu-lower-to-xevm-pipeline gpu-module-to-binary
    gpu-to-llvm llvm-add-comdats
    llvm-legalize-for-export llvm-request-c-wrappers llvm-target-to-data-layout llvm-target-to-target-features
    llvm-use-default-visibility lower-host-to-llvm set-llvm-module-datalayout sparse-storage-specifier-to-llvm sparsifier
  `,
  "lowering.loops": `
    convert-arm-sme-to-scf convert-linalg-to-loops convert-linalg-to-parallel-loops convert-scf-to-openmp
    convert-vector-to-scf lower-affine scf-for-to-while scf-forall-to-for scf-forall-to-parallel
    scf-parallel-for-to-nested-fors
  `,
  "lowering.memref": "buffer-deallocation-pipeline bufferization-lower-deallocations convert-bufferization-to-memref",
  "lowering.sparse": `
    lower-sparse-foreach-to-scf lower-sparse-iteration-to-scf lower-sparse-ops-to-foreach sparse-assembler
    sparse-tensor-codegen sparse-tensor-conversion sparsification
  `,
  "lowering.spirv": `
    convert-arith-to-spirv convert-cf-to-spirv convert-complex-to-spirv convert-func-to-spirv convert-gpu-to-spirv
    convert-index-to-spirv convert-math-to-spirv convert-memref-to-spirv convert-scf-to-spirv convert-tensor-to-spirv
    convert-ub-to-spirv convert-vector-to-spirv spirv-lower-abi-attrs
  `,
  Cleanup: `
    canonicalize composite-fixed-point-pass cse reconcile-unrealized-casts remove-dead-values snapshot-op-locations
    strip-debuginfo symbol-dce topological-sort
  `,
};

const TYPE_BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES_BY_TYPE).flatMap(([type, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, string] => [name, type]),
  ),
);

/**
 * Returns the pass types of a pass or named pipeline of upstream MLIR. `name` is the name in `mlir-opt`. Returns
 * `undefined` for passes without a type.
 */
export function defaultTypes(name: string): readonly string[] | undefined {
  const type = TYPE_BY_NAME.get(name);
  return type === undefined ? undefined : [type];
}
