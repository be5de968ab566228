func.func @a(%x: f32, %y: i32) {
  %0 = arith.cmpi eq, %x, %x : f32
  return
}
// -----
func.func @b(%x: vector<4xf32>) {
  %0 = arith.cmpi eq, %x, %x : vector<4xf32>
  return
}
// -----
func.func @c(%x: f32) {
  %0 = "arith.cmpi"(%x, %x) <{predicate = 0 : i64}> : (f32, f32) -> i1
  return
}
// -----
func.func @d(%x: i32) {
  %0 = arith.cmpf oeq, %x, %x : i32
  return
}
// -----
func.func @e(%x: i32) {
  %0 = arith.cmpi eq, %x, %x : () -> ()
  return
}
// -----
func.func @f(%x: i32) {
  %0 = arith.cmpf oeq, %x, %x : () -> ()
  return
}
// -----
func.func @l(%arg0: i32, %arg1: index) {
  "scf.for"(%arg1, %arg0, %arg1) ({}) : (index, i32, index) -> ()
  return
}
// -----
func.func @l(%arg0: i32, %arg1: index) {
  "scf.for"(%arg1, %arg1, %arg1) ({}) : (index, index, index) -> ()
  return
}
// -----
func.func @l(%arg0: i32, %arg1: index) {
  "scf.for"(%arg1, %arg0, %arg1) ({
  ^bb0(%a: index):
    "scf.yield"() : () -> ()
  ^bb1:
    "scf.yield"() : () -> ()
  }) : (index, i32, index) -> ()
  return
}
// -----
func.func @l(%arg0: i32, %arg1: index) {
  "scf.for"(%arg1, %arg1, %arg1) ({
  ^bb0(%a: index):
    "scf.yield"() : () -> ()
  ^bb1:
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}
// -----
func.func @l(%arg0: i32, %arg1: index) {
  "scf.parallel"(%arg1, %arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%a: index):
    "scf.reduce"() : () -> ()
  ^bb1:
    "scf.reduce"() : () -> ()
  }) : (index, i32, index) -> ()
  return
}
// -----
func.func @a() -> index {
  %r = memref.alloca_scope -> index {
    %c = arith.constant 1 : index
    memref.alloca_scope.return %c : index
  }
  memref.alloca_scope {
    memref.alloca_scope.return
  }
  return %r : index
}
// -----
#map1 = affine_map<(i, j)[s0] -> (i, j)>
#map2 = affine_map<() -> (0)>
func.func private @f(memref<2x4xi8, #map1, 1>)
func.func private @g(memref<i8, #map2, 1>)
func.func private @h(memref<2x4xi8, affine_map<(i, j) -> (i, j)>, 1>)
