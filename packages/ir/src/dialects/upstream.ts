/** Names of MLIR 22's dialects, whose types and attributes can contain aliases. This package contains some of them. */
export const upstream: ReadonlySet<string> = new Set(
  (
    "acc affine amdgpu amx arith arm_neon arm_sme arm_sve async bufferization builtin cf complex dlti emitc func gpu " +
    "index irdl linalg llvm math memref mesh ml_program mpi nvgpu nvvm omp pdl pdl_interp ptr quant rocdl scf shape " +
    "shard smt sparse_tensor spirv tensor tosa transform ub vcix vector wasmssa x86vector xegpu xevm"
  ).split(" "),
);
