func.func @second(%a: i32, %b: i32) -> i32 {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %pair = memref.alloca() : memref<2xi32>
  memref.store %a, %pair[%0] : memref<2xi32>
  memref.store %b, %pair[%1] : memref<2xi32>
  %2 = memref.load %pair[%1] : memref<2xi32>
  return %2 : i32
}
