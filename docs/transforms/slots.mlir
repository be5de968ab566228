func.func @larger(%a: i32, %b: i32) -> i32 {
  %slot = memref.alloca() : memref<i32>
  memref.store %a, %slot[] : memref<i32>
  %0 = arith.cmpi slt, %a, %b : i32
  cf.cond_br %0, ^less, ^end
^less:
  memref.store %b, %slot[] : memref<i32>
  cf.br ^end
^end:
  %1 = memref.load %slot[] : memref<i32>
  return %1 : i32
}
