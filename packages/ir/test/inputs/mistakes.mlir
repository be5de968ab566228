"x.y"() {a = #x.y<(>} : () -> ()
// -----
"x.y"() {a = #x<)>} : () -> ()
// -----
"x.y"() {a = #x.y<"a", (} : () -> ()
// -----
"x.y"() {a = #arith.fastmath} : () -> ()
// -----
"x.y"() {a = #arith.fastmath<nnan nnan>} : () -> ()
// -----
"x.y"() {a = #arith.fastmath<>} : () -> ()
// -----
"x.y"() {a = #arith.fastmath<foo>} : () -> ()
// -----
"x.y"() {a = #arith.fastmath< nnan, foo>} : () -> ()
// -----
"x.y"() {a = #arith.foo} : () -> ()
// -----
"x.y"() {a = #arith<foo>} : () -> ()
// -----
"x.y"() {a = #arith<fastmath<none>>} : () -> ()
// -----
"x.y"() {a = #cf.foo} : () -> ()
// -----
"x.y"() {a = #func.foo<1>} : () -> ()
// -----
"x.y"() {a = #scf.foo} : () -> ()
// -----
"x.y"() {a = #memref.foo} : () -> ()
// -----
"x.y"() {a = #ub.foo} : () -> ()
// -----
"x.y"() {a = #ub.poison} : () -> ()
// -----
"x.y"() {a = #ub.poison<1>} : () -> ()
// -----
"x.y"() {a = #builtin.foo} : () -> ()
// -----
"x.y"() {a = !arith.foo} : () -> ()
// -----
"x.y"() {a = !scf.foo<i32>} : () -> ()
// -----
"x.y"() {a = !builtin.foo<i32>} : () -> ()
// -----
"x.y"() {a = #builtin<foo>} : () -> ()
// -----
"x.y"() {a = #scf<foo>} : () -> ()
// -----
"x.y"() {a = array<1: 1>} : () -> ()
// -----
"x.y"() {a = array<vector<3xi32>: 1>} : () -> ()
// -----
"x.y"() {a = array<i7: 1>} : () -> ()
// -----
"x.y"() {a = array<i8: 1000>} : () -> ()
// -----
"x.y"() {a = array<i8: true>} : () -> ()
// -----
"x.y"() {a = array<i1: 1>} : () -> ()
// -----
"x.y"() {a = array<f32: 1>} : () -> ()
// -----
"x.y"() {a = array<f32: x>} : () -> ()
// -----
"x.y"() {a = array<f32: -0x10>} : () -> ()
// -----
"x.y"() {a = array<i32: 1 2>} : () -> ()
// -----
"x.y"() {a = array<i32} : () -> ()
// -----
"x.y"() {a = array i32} : () -> ()
// -----
"x.y"() {a = dense<>: tensor<8xi32>} : () -> ()
// -----
"x.y"() {a = dense<-1.0> : tensor<8xi32>} : () -> ()
// -----
"x.y"() {a = dense<-> : tensor<8xi32>} : () -> ()
// -----
"x.y"() {a = dense<[1, foo]> : tensor<2xi32>} : () -> ()
// -----
"x.y"() {a = dense<[1, 2> : tensor<2xi32>} : () -> ()
// -----
"x.y"() {a = dense<(1 2)> : tensor<2xcomplex<i32>>} : () -> ()
// -----
"x.y"() {a = dense<(1, 2> : tensor<2xcomplex<i32>>} : () -> ()
// -----
"x.y"() {a = dense<1> : i32} : () -> ()
// -----
"x.y"() {a = dense<-true> : tensor<2xi1>} : () -> ()
// -----
"x.y"() {a = dense<[1,2]> : tensor<2xi1>} : () -> ()
// -----
"x.y"() {a = dense<[1,2]> : tensor<2xf32>} : () -> ()
// -----
"x.y"() {a = dense<1000> : tensor<2xi8>} : () -> ()
// -----
"x.y"() {a = @a::b} : () -> ()
// -----
"x.y"() {a = @a:: @b} : () -> ()
// -----
"x.y"() {a = @ a} : () -> ()
// -----
"x.y"() {a = 3:: i32} : () -> ()
// -----
"x.y"() {a = -x} : () -> ()
// -----
"x.y"() {a = ->} : () -> ()
// -----
"x.y"() {a = - 3} : () -> ()
// -----
"x.y"() {a = [1 2]} : () -> ()
// -----
"x.y"() {a = [1,]} : () -> ()
// -----
"x.y"() {a = #arith.overflow<nsw,>} : () -> ()
// -----
"x.y"() {a = #arith.overflow<nsw x.y>} : () -> ()
// -----
"x.y"() {a = #arith.overflow<"nsw">} : () -> ()
// -----
"x.y"() {a = #arith.overflow< nsw, nsw >} : () -> ()
// -----
"x.y"() {a = #arith.overflow nsw} : () -> ()
// -----
"x.y"() {a = #arith.overflow<nsw%%>} : () -> ()
// -----
"x.y"() {a = #arith.} : () -> ()
// -----
"x.y"() {a = #arith<>} : () -> ()
// -----
"x.y"() {a = #arith<%%>} : () -> ()
// -----
"x.y"() {a = #arith.foo.bar<1>} : () -> ()
// -----
"x.y"() {a = "a\q"} : () -> ()
// -----
"x.y"() {a = "a} : () -> ()
// -----
"x.y"() {a = .} : () -> ()
// -----
"x.y"() {a = ..} : () -> ()
// -----
"x.y"() {a = /} : () -> ()
// -----
"x.y"() {a = ~} : () -> ()
// -----
"x.y"() {a = %} : () -> ()
// -----
"x.y"() {a = ^} : () -> ()
// -----
"x.y"() {a = #} : () -> ()
// -----
"x.y"() {a = !} : () -> ()
// -----
"x.y"() {a = 1 : foo} : () -> ()
// -----
"x.y"() {a = loc(1)} : () -> ()
// -----
"x.y"() {a = loc("a":1)} : () -> ()
// -----
"x.y"() {a = affine_map<(d0) -> (d1)>} : () -> ()
// -----
"x.y"() {a = strided<[1], 2>} : () -> ()
// -----
"x.y"() {a = distinct[a]<>} : () -> ()
// -----
"x.y"() {a = #alias} : () -> ()
// -----
"x.y"() {a = !alias} : () -> ()
// -----
"x.y"() {a = tuple<i32} : () -> ()
// -----
"x.y"() : () -> (memref<8xi32 i32>)
// -----
"x.y"() : () -> (memref<8xi32, 1 i32>)
// -----
"x.y"() : () -> (memref<8xi32, 1, 2>)
// -----
"x.y"() : () -> (memref<8xi32, strided<[1]>, strided<[1]>>)
// -----
"x.y"() : () -> (memref<8xi32, 1, strided<[1]>>)
// -----
"x.y"() : () -> (memref<*xi32, strided<[1]>>)
// -----
"x.y"() : () -> (memref<*xi32, 1, 2>)
// -----
"x.y"() : () -> (memref<8xi32,>)
// -----
"x.y"() : () -> (memref<8.xi32>)
// -----
"x.y"() : () -> (tensor<8xi32,>)
// -----
"x.y"() : () -> (tensor<8xi32, foo>)
// -----
"x.y"() : () -> (tensor<*xi32, 1>)
// -----
"x.y"() : () -> (tensor<8xi32 1>)
// -----
"x.y"() : () -> (tensor<8x>)
// -----
"x.y"() : () -> (tensor<8 x i32>)
// -----
"x.y"() : () -> (vector<?xi32>)
// -----
"x.y"() : () -> (vector<0xi32>)
// -----
"x.y"() : () -> (complex<none>)
// -----
"x.y"() : () -> (complex<i32)
// -----
"x.y"() : () -> (tuple<i32 i32>)
// -----
"x.y"() : () -> (tuple<i32,>)
// -----
"x.y"() : () -> (i99999999)
// -----
"x.y"() : () -> (foo)
// -----
"x.y"() : () -> ((i32)
// -----
"x.y"() : () -> (() -> (i32,))
// -----
"x.y"() {a 3} : () -> ()
// -----
"x.y"() {3} : () -> ()
// -----
"x.y"() {a = 1, a = 2} : () -> ()
// -----
"x.y"()[] : () -> ()
// -----
"x.y"()[^a b] : () -> ()
// -----
"x.y"()[^a,] : () -> ()
// -----
"x.y"(%a %b) : () -> ()
// -----
"x.y"(%a,) : () -> ()
// -----
"x.y"(%a) : i32 -> ()
// -----
"x.y"() : i32
// -----
"x.y"(
// -----
"x.y"() ({ ^a(%x i32): })  : () -> ()
// -----
"x.y"() ({ ^a(%x: i32, ): }) : () -> ()
// -----
"x.y"() ({ ^a() }) : () -> ()
// -----
"x.y"() ({ ^a(%x: i32 loc(1)): }) : () -> ()
// -----
"x.y"() ({ ^a(3): }) : () -> ()
// -----
"x.y"() ({ ^a(%x: i32 i32): }) : () -> ()
// -----
%a, = "x.y"() : () -> i32
// -----
%a:x = "x.y"() : () -> i32
// -----
%a:0 = "x.y"() : () -> i32
// -----
"x.y"(%0b) : (i32) -> i32
// -----
"x.y"(%0#b) : (i32) -> i32
// -----
"x.y"(%0# b) : (i32) -> i32
// -----
"x.y"(%0#99999999999) : (i32) -> i32
// -----
"x.y"() <4> : () -> ()
// -----
"x.y"() <{}> {b} : () -> ()
// -----
"x.y"() <vector {a = 1}> : () -> ()
// -----
"x.y"() : () -> () loc(
// -----
"x.y"() : () -> () loc("a":1
// -----
"x.y"() : () -> () loc("a":1:2
// -----
"x.y"() : () -> () loc(unkno
// -----
"x.y"() : () -> () loc(fused["a" "b"])
// -----
"x.y"() : () -> () loc(callsite("a" "b"))
// -----
"arith.constant"()[^a] : () -> ()
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a overflow<nsw, : i32 return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a overflow nsw : i32 return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a overflow<nsw nuw> : i32 return }
// -----
func.func @f(%a: i32) { %0 = arith.addi %a, %a overflow<nsw, foo> : i32 return }
// -----
func.func @f(%a: f32) { %0 = arith.addf %a, %a fastmath<> : f32 return }
// -----
func.func @f(%a: f32) { %0 = i32 %a, %a : f32 return }
// -----
func.func @f(%a: f32) { %0 = f32 %a, %a : f32 return }
// -----
func.func @f(%a: f32) { ui3 %a, %a : f32 return }
// -----
func.func @f(%a: f32) { i32x %a, %a : f32 return }
// -----
func.func @f(%a: f32) { loc %a, %a : f32 return }
// -----
func.func @f(%a: index) { %0 = scf.for %b = %a to %a step %a iter_args(%x = %a) (index) { scf.yield %x : index } return }
// -----
func.func @f(%a: index) { %0 = scf.for %b = %a to %a step %a iter_args(%x  %a) -> (index) { scf.yield %x : index } return }
// -----
func.func @f(%a: index) { %0 = scf.for %b = %a to %a step %a iter_args() -> (index) { scf.yield %x : index } return }
// -----
"x.y"() : () -> () loc( #x )
#x = loc("a")
// -----
"x.y"() : () -> () loc( #x 3)
// -----
"x.y"() : () -> () loc(#x.y)
// -----
"x.y"() : () -> () loc(#)
// -----
{-#
  external_resources: { a: { k: "0x0400000001", l: 5 } }
#-}
// -----
{-#
  dialect_resources: { builtin: { k: "0x0400000001", l: 5 } }
#-}
// -----
{-#
  external_resources: { a: { k: [1] } }
#-}
// -----
{-#
  dialect_resources: { builtin: { k: [1] } }
#-}
// -----
{-#
  external_resources: { a: { k: "0x04000000010" } }
#-}
// -----
{-#
  dialect_resources: { builtin: { k: "0x04000000010" } }
#-}
// -----
{-#
  external_resources: { a: { k: "0x04" } }
#-}
// -----
{-#
  dialect_resources: { builtin: { k: "0x04" } }
#-}
// -----
{-#
  external_resources: { a: { k: "0x0500000001" } }
#-}
// -----
{-#
  dialect_resources: { builtin: { k: "0x0500000001" } }
#-}
// -----
{-#
  external_resources: { a: { k: true } }
#-}
// -----
{-#
  dialect_resources: { builtin: { k: true } }
#-}
// -----
{-#
  external_resources: { a: { k: "some" } }
#-}
// -----
{-#
  dialect_resources: { builtin: { k: "some" } }
#-}
// -----
{-#
  external_resources: { a: { k: maybe } }
#-}
// -----
{-#
  dialect_resources: { builtin: { k: maybe } }
#-}
// -----
"memref.global"() <{sym_name = "g", initial_value = dense<0> : tensor<8xi23>, type = memref<8xi32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", initial_value = dense<0> : tensor<4xi32>, type = memref<8x2xi32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", initial_value = 3, type = memref<8xi32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", type = memref<?xi32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", type = i32}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", initial_value, type = memref<8xi32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", initial_value = dense<0> : vector<8xf32>, type = memref<8xi32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", initial_value = dense<0> : tensor<i32>, type = memref<i32>}> : () -> ()
// -----
"memref.global"() <{sym_name = "g", initial_value = dense_resource<a> : tensor<4xi32>, type = memref<8xi32>}> : () -> ()
// -----
func.func @f(%i: index) {
  scf.index_switch %i
  case 18446744073709551615 { scf.yield }
  default { scf.yield }
  return
}
// -----
func.func @f(%i: index) {
  scf.index_switch %i
  case 9223372036854775808 { scf.yield }
  default { scf.yield }
  return
}
// -----
func.func @f(%i: index) {
  scf.index_switch %i
  case -9223372036854775809 { scf.yield }
  default { scf.yield }
  return
}
// -----
func.func @f(%i: index) {
  scf.index_switch %i
  case -9223372036854775808 { scf.yield }
  default { scf.yield }
  return
}
// -----
func.func @f(%i: index) {
  scf.index_switch %i
  case true { scf.yield }
  default { scf.yield }
  return
}
// -----
func.func @f(%i: index) {
  scf.index_switch %i
  case false { scf.yield }
  default { scf.yield }
  return
}
// -----
func.func @f(%i: index) {
  scf.index_switch %i
  case 0xFFFFFFFFFFFFFFFF { scf.yield }
  default { scf.yield }
  return
}
// -----
func.func @f(%i: i128) {
  cf.switch %i : i128, [ default: ^b, 18446744073709551615: ^b ]
^b:
  return
}
// -----
func.func @f(%i: i32) {
  cf.switch %i : i32, [ default: ^b, 4294967296: ^b ]
^b:
  return
}
// -----
module attributes {a.b = distinct[18446744073709551616]<1 : i32>} {
}
// -----
module attributes {a.b = distinct[99999999999999999999999] <>} {
}
// -----
"a.b"() {x = #f-o.a} : () -> ()
// -----
"a.b"() {x = !$o<2>} : () -> ()
// -----
"a.b"() {x = #.x<3>} : () -> ()
// -----
"a.b"() {x = #a-} : () -> ()
// -----
#  x = 3 : i32
// -----
"a.b"() : () -> () loc(#b-c)
// -----
"a.b"() : () -> () loc("f":1:2 to 99999999999:3)
// -----
"a.b"(%x)[^b] : (i32) -> ()
// -----
%7:2.5 = "a.b"() : () -> (i32, i32)
// -----
func.-
// -----
"builtin.module"() <{sym_name = 1 : i32}> ({
}) : () -> () loc("a")
// -----
memref.global @x : memref<8xi32> = 0
// -----
func.func @f(%c: i1, %i: i32) {
  %0 = arith.select %c, %i : i32
  return
}
// -----
func.func @f(%c: i1, %i: i32) {
  cf.br ^b( : i32)
^b:
  return
}
// -----
func.func @f(%i: i32) {
  cf.br ^b(%i :: i32)
^b(%x: i32):
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m%i], read, locality<3>, data : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<index>, data : memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.dma_start %m[%i %m[%i], %i, %m[%i] : memref<4xf32>, memref<4xf32>, memref<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  %0 = memref.subview %m %i] [4] [1] : memref<4xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%i: index) {
  scf.parallel (%a) = (%i, %i to (%i) step (%i) {
  }
  return
}
// -----
func.func @f(%i: index) {
  scf.parallel (%a = (%i) to (%i) step (%i) {
  }
  return
}
// -----
func.func @f(%i: index) {
  scf.for %a = %i to %i step %i iter_args %x = %i) -> index {
  }
  return
}
// -----
func.func @f(%i: index) {
  %0 = scf.for %a = %i to %i step %i iter_args(%x = %i -> index {
  }
  return
}
// -----
func.func @f(%i: index) {
  scf.forall (%a) in (%.) {
  }
  return
}
// -----
func.func @f(%i: index, %x: i32) {
  scf.index_switch %i case 1 { } default { }
  return
}
// -----
func.func @f(%i: index, %x: i32) {
  %0 = scf.index_switch %i -> i32 case ->1 { scf.yield %x : i32 } default { scf.yield %x : i32 }
  return
}
// -----
func.func @f(%t: tensor<4xi32>) {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) { }
  return
}
// -----
func.func @f(%t: tensor<4xi32>) {
  scf.forall (%i) in (4) shared_outs() -> (i32) { }
  return
}
// -----
func.func @f(%i: i32) {
  scf.for %a = %i to %i step %i { x }
  return
}
// -----
func.func @f() {
  %0 = constant @g : : () -> ()
  return
}
// -----
func.func @f(%c: i1) {
  %0 = arith.select : i1
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, data : i32
  return
}
// -----
func.func @f(%m: memref<4x4xf32>) {
  %0 = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x4xf32> to i32
  return
}
// -----
func.func @f(%f: (index) -> index) {
  %0 = call_indirect %f() : (index) -> index
  return
}
// -----
func.func @f(%i: memref<4x4xf32, i32, i64
 >) {
}
// -----
func.func @f() {
  scf.while : i32 { }
  return
}
// -----
func.func @f(%m: memref<4xf32>, %i: index) {
  memref.prefetch %m[%i], read, locality<3>, dat x : memref<4xf32>
  return
}
// -----
memref.global @g : memref<?xf32>
// -----
func.func @f(%a: tensor<index>) {
  %0 = arith.index_cast %a : tensor<index> to i64
  return
}
// -----
func.func @f(%a: tensor<4xindex>) {
  %0 = arith.index_cast %a : tensor<4xindex> to tensor<?xi64>
  return
}
// -----
func.func @f(%a: i32, %b: i32) {
  return %a, %b : f32
}
