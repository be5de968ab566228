module {
  func.func @mm(%arg0: memref<8x16xf32>, %arg1: memref<16x4xf32>, %arg2: memref<8x4xf32>) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    scf.for %arg3 = %c0 to %c8 step %c1 {
      scf.for %arg4 = %c0 to %c4 step %c1 {
        scf.for %arg5 = %c0 to %c16 step %c1 {
          %0 = memref.load %arg0[%arg3, %arg5] : memref<8x16xf32>
          %1 = memref.load %arg1[%arg5, %arg4] : memref<16x4xf32>
          %2 = memref.load %arg2[%arg3, %arg4] : memref<8x4xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %arg2[%arg3, %arg4] : memref<8x4xf32>
        }
      }
    }
    return
  }
  func.func @fill(%arg0: index, %arg1: f32) -> memref<?x3xf32> {
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %alloc = memref.alloc(%arg0) : memref<?x3xf32>
    scf.for %arg2 = %c0 to %arg0 step %c1 {
      scf.for %arg3 = %c0 to %c3 step %c1 {
        memref.store %arg1, %alloc[%arg2, %arg3] : memref<?x3xf32>
      }
    }
    memref.dealloc %alloc : memref<?x3xf32>
    %0 = memref.atomic_rmw addf %arg1, %alloc[%arg0, %arg0] : (f32, memref<?x3xf32>) -> f32
    memref.copy %alloc, %alloc : memref<?x3xf32> to memref<?x3xf32>
    return %alloc : memref<?x3xf32>
  }
}

