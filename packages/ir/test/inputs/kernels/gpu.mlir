module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) workgroup(%buf: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
      %bx = gpu.block_id x
      %tx = gpu.thread_id x
      %bd = gpu.block_dim x
      %o = arith.muli %bx, %bd : index
      %i = arith.addi %o, %tx : index
      %v = memref.load %x[%i] : memref<?xf32>
      %m = arith.mulf %a, %v : f32
      memref.store %m, %buf[%tx] : memref<32xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %w = memref.load %y[%i] : memref<?xf32>
      %s = arith.addf %m, %w : f32
      memref.store %s, %y[%i] : memref<?xf32>
      gpu.return
    }
  }
  func.func @main(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @kernels::@saxpy blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1) args(%a : f32, %x : memref<?xf32>, %y : memref<?xf32>)
    return
  }
}
