/**
 * Names of the dialects of MLIR 22, including dialects that this package does not contain. As in MLIR, the text of
 * types and attributes of these dialects can contain aliases.
 */
export const upstream: ReadonlySet<string> = new Set(
  (
    "acc affine amdgpu amx arith arm_neon arm_sme arm_sve async bufferization builtin cf complex dlti emitc func gpu " +
    "index irdl linalg llvm math memref mesh ml_program mpi nvgpu nvvm omp pdl pdl_interp ptr quant rocdl scf shape " +
    "shard smt sparse_tensor spirv tensor tosa transform ub vcix vector wasmssa x86vector xegpu xevm"
  ).split(" "),
);
