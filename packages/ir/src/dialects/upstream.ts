/**
 * The dialects of MLIR 22 itself, whether or not they are registered with us. Their types and attributes may name aliases
 * and get aliases, as their own parsers and printers in MLIR do.
 */
export const upstream: ReadonlySet<string> = new Set(
  (
    "acc affine amdgpu amx arith arm_neon arm_sme arm_sve async bufferization builtin cf complex dlti emitc func gpu " +
    "index irdl linalg llvm math memref mesh ml_program mpi nvgpu nvvm omp pdl pdl_interp ptr quant rocdl scf shape " +
    "shard smt sparse_tensor spirv tensor tosa transform ub vcix vector wasmssa x86vector xegpu xevm"
  ).split(" "),
);
