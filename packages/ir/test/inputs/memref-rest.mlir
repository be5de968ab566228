func.func @f(%a: memref<4x8xf32>, %b: memref<8xf32, 1>, %c: memref<f32>, %t: memref<1xi32>, %i: index, %v: f32) {
  memref.dma_start %a[%i, %i], %b[%i], %i, %t[%i] : memref<4x8xf32>, memref<8xf32, 1>, memref<1xi32>
  memref.dma_start %a[%i, %i], %b[%i], %i, %t[%i], %i, %i : memref<4x8xf32>, memref<8xf32, 1>, memref<1xi32>
  memref.dma_start %c[], %b[%i], %i, %t[%i] : memref<f32>, memref<8xf32, 1>, memref<1xi32>
  memref.dma_wait %t[%i], %i : memref<1xi32>
  memref.dma_wait %t[%i], %i {a} : memref<1xi32>
  memref.prefetch %a[%i, %i], write, locality<1>, instr : memref<4x8xf32>
  memref.prefetch %a[%i, %i], read, locality<3>, data : memref<4x8xf32>
  memref.prefetch %c[], read, locality<0>, data : memref<f32>
  %r = memref.transpose %a (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, affine_map<(d0, d1) -> (d1 * 8 + d0)>>
  %r2 = memref.transpose %a (i, j) -> (i, j) {x} : memref<4x8xf32> to memref<4x8xf32>
  %q = memref.generic_atomic_rmw %a[%i, %i] : memref<4x8xf32> {
  ^bb0(%cur: f32):
    %s = arith.addf %cur, %v : f32
    memref.atomic_yield %s : f32
  }
  %q2 = memref.generic_atomic_rmw %b[%i] : memref<8xf32, 1> {
  ^bb0(%cur: f32):
    memref.atomic_yield %cur {y} : f32
  } {x}
  memref.atomic_rmw addf %v, %a[%i, %i] : (f32, memref<4x8xf32>) -> f32
  %e:3 = memref.distinct_objects %a, %b, %c : memref<4x8xf32>, memref<8xf32, 1>, memref<f32>
  return
}
