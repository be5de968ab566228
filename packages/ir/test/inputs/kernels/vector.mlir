func.func @dot(%a: memref<64xf32>, %b: memref<64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : vector<8xf32>
  %sum = scf.for %i = %c0 to %c64 step %c8 iter_args(%acc = %init) -> (vector<8xf32>) {
    %x = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<64xf32>, vector<8xf32>
    %y = vector.transfer_read %b[%i], %z {in_bounds = [true]} : memref<64xf32>, vector<8xf32>
    %f = vector.fma %x, %y, %acc : vector<8xf32>
    scf.yield %f : vector<8xf32>
  }
  %r = vector.reduction <add>, %sum : vector<8xf32> into f32
  return %r : f32
}
func.func @transpose(%m: vector<4x4xf32>) -> vector<4x4xf32> {
  %t = vector.transpose %m, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  %e = vector.extract %t[2] : vector<4xf32> from vector<4x4xf32>
  %i = vector.insert %e, %m[0] : vector<4xf32> into vector<4x4xf32>
  %s = vector.shuffle %e, %e [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  %j = vector.insert_strided_slice %s, %i {offsets = [1, 0], strides = [1]} : vector<4xf32> into vector<4x4xf32>
  return %j : vector<4x4xf32>
}
