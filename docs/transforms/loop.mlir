func.func @scale(%buffer: memref<16xi32>, %factor: i32, %end: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %end step %one {
    %double = arith.addi %factor, %factor : i32
    %old = memref.load %buffer[%i] : memref<16xi32>
    %new = arith.muli %old, %double : i32
    memref.store %new, %buffer[%i] : memref<16xi32>
  }
  return
}
