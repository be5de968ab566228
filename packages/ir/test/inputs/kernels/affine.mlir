#set = affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 - 2 >= 0)>
func.func @stencil(%in: memref<?xf64>, %out: memref<?xf64>, %n: index) {
  %third = arith.constant 0.333 : f64
  affine.for %i = 0 to %n {
    affine.if #set(%i)[%n] {
      %l = affine.load %in[%i - 1] : memref<?xf64>
      %m = affine.load %in[%i] : memref<?xf64>
      %r = affine.load %in[%i + 1] : memref<?xf64>
      %s = arith.addf %l, %m fastmath<contract> : f64
      %t = arith.addf %s, %r : f64
      %w = arith.mulf %t, %third : f64
      affine.store %w, %out[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to 128 step 4 {
    affine.for %j = max affine_map<(d0) -> (0, d0 - 8)>(%i) to min affine_map<(d0)[s0] -> (s0, d0 + 4)>(%i)[%n] {
      %v = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 floordiv 3 + d1 mod 5)>(%i, %j)
      %x = affine.load %in[symbol(%n)] : memref<?xf64>
      affine.store %x, %out[%j] : memref<?xf64>
    }
  }
  affine.parallel (%p, %q) = (0, 0) to (16, 8) step (2, 4) {
    %c = affine.load %in[%p + %q] : memref<?xf64>
    affine.store %c, %out[%p] : memref<?xf64>
  }
  return
}
