module {
  func.func private @tile_add_32x32xf32(memref<32x32xf32>, memref<32x32xf32>, memref<32x32xf32>)
  func.func private @tpp_fma_32x32xf32(memref<32x32xf32>, memref<32x32xf32>, memref<32x32xf32>, memref<32x32xf32>)
  func.func @layer(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32x32xf32>) -> memref<32x32xf32> {
    %alloc = memref.alloc() : memref<32x32xf32>
    call @tile_add_32x32xf32(%arg0, %arg2, %alloc) : (memref<32x32xf32>, memref<32x32xf32>, memref<32x32xf32>) -> ()
    call @tpp_fma_32x32xf32(%arg0, %arg1, %alloc, %alloc) : (memref<32x32xf32>, memref<32x32xf32>, memref<32x32xf32>, memref<32x32xf32>) -> ()
    return %alloc : memref<32x32xf32>
  }
}
