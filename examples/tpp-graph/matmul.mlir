func.func private @unused(%x: index) -> index {
  return %x : index
}

func.func @matmul(%a: memref<8x8xi32>, %b: memref<8x8xi32>, %c: memref<8x8xi32>, %p: i32, %q: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %scale = arith.ceildivsi %p, %q : i32
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      scf.for %k = %c0 to %c8 step %c1 {
        %pq = arith.muli %p, %scale : i32
        %x = memref.load %a[%i, %k] : memref<8x8xi32>
        %y = memref.load %b[%k, %j] : memref<8x8xi32>
        %z = memref.load %c[%i, %j] : memref<8x8xi32>
        %xy = arith.muli %x, %y : i32
        %scaled = arith.muli %xy, %pq : i32
        %sum = arith.addi %z, %scaled : i32
        memref.store %sum, %c[%i, %j] : memref<8x8xi32>
      }
    }
  }
  return
}
