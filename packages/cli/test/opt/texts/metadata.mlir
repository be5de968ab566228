func.func private @f()
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
func.func private @f() {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
func.func private @f() -> i32 {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
func.func private @f() attributes {a.b} {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
func.func private @f(i32) -> (i32, f32){-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
memref.global @g : memref<4xf32> {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
memref.global @g : memref<4xf32> = dense<1.0> {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
memref.global @g : memref<1xi32> = dense_resource<a> {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
module {} {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
module @a {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
module attributes {a.b} {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
module attributes {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} module {}
// -----
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
"t.u"() {a = dense_resource<a> : tensor<1xi32>} : () -> ()
// -----
"t.u"() {a = dense_resource<a> : tensor<1xi32>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
"t.u"() {a = dense_resource<a> : tensor<1xi32>} : () -> () {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} "t.u"() {a = dense_resource<a> : tensor<1xi32>} : () -> ()
// -----
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} {-# external_resources: { x: { k: true, s: "q", b: "0x040000000100" } } #-}
// -----
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
{-# external_resources: { x: { k: true, s: "q", b: "0x040000000100" } } #-}
{-# external_resources: { x: { k: true, s: "q", b: "0x040000000100" } } #-}
// -----
#a = 1
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
!a = i32 {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
#m = affine_map<(d0)->(d0)>{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
"t.u"() {a = dense_resource<a> : tensor<1xi32>} : () -> ()
// -----
// c
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} // d
// -----
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}// d
// e
// -----
"t.u"() {a = dense_resource<a> : tensor<1xi32>} : () -> ()// d
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}// e
// -----
func.func @f() { return } {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
func.func @f() { return {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} }
// -----
func.func @f() { {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} return }
// -----
module { {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} }
// -----
module { "t.u"() {a = dense_resource<a> : tensor<1xi32>} : () -> () {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} }
// -----
"t.r"() ({ {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} }) : () -> ()
// -----
"t.r"() ({ "t.x"() : () -> () {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} }) : () -> ()
// -----
%0 = arith.constant 1 : i32 {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
%0 = arith.constant 1 {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
%0 = arith.constant true {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
%0 = arith.constant true
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
%0 = ub.poison : i32 {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
func.func @f(%a: i32) { cf.br ^a {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} ^a: return }
// -----
"t.x"() : () -> () loc("a") {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
"t.x"() : () -> () loc(#l) {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} #l = loc("x")
// -----
"t.x"() : () -> () loc(#l)
#l = loc("x")
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
{-# #-}
// -----
{-# , #-}
// -----
{-#
// -----
{-# #-
// -----
{-#-}
// -----
#-}
// -----
{-# a: {} #-}
// -----
{-# dialect_resources: {} #-}
// -----
{-# dialect_resources: {}, external_resources: {} #-}
// -----
{-# dialect_resources: {}, #-}
// -----
{-# dialect_resources: { nope: { a: "0x0400000001" } } #-}
// -----
{-# dialect_resources: { arith: { a: "0x0400000001" } } #-}
// -----
{-# dialect_resources: { builtin: { } } #-}
// -----
{-# dialect_resources: { builtin: { a: true } } #-}
// -----
{-# dialect_resources: { builtin: { a: "q" } } #-}
// -----
{-# dialect_resources: { builtin: { a: "0x" } } #-}
// -----
{-# dialect_resources: { builtin: { a: "0x04000" } } #-}
// -----
{-# dialect_resources: { builtin: { a: "0x03000000" } } #-}
// -----
{-# external_resources: { mlir_reproducer: { pipeline: "builtin.module(cse)", disable_threading: true, verify_each: true } } #-}
// -----
{-# external_resources: { "a b": { "c d": true } } #-}
// -----
{-# external_resources: { a: { c: 1 } } #-}
// -----
{-# external_resources: { a: true } #-}
// -----
{-# external_resources: true #-}
// -----
{-# external_resources #-}
// -----
{- # #-}
// -----
{-# // c
 external_resources: {} // d
 #-}
// -----
func.func private @f() {-#
// -----
func.func private @f() {-
// -----
func.func private @f() {- #-}
// -----
func.func private @f() {-#-} 
// -----
"t.x"() {-# #-} : () -> ()
// -----
"t.x"() ({-# #-}) : () -> ()
// -----
"t.x"() {a = {-# #-}} : () -> ()
// -----
module {-# #-}
// -----
module attributes {-# #-}
// -----
module @x {-# #-} { }
// -----
func.func @f() {-# #-} { return }
// -----
func.func private @f(){-# #-}func.func private @g(){-# #-}
// -----
scf.if {-# #-}
// -----
func.func @f(%c: i1) { scf.if %c { } {-# #-} return }
// -----
func.func @f(%c: i1) { scf.if %c { } else {-# #-} return }
// -----
func.func @f(%c: i1) { scf.execute_region {-# #-} return }
// -----
func.func @f() { scf.execute_region { scf.yield {-# #-} } return }
// -----
func.func private @f() loc("x") {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
func.func private @f() attributes {-# #-}
// -----
func.func private @f() -> {-# #-}
// -----
func.func private @f({-# #-})
// -----
func.func private @f()
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
func.func private @g()
// -----
memref.global "private" @x : memref<1xi32> = dense_resource<a> {alignment = 4 : i64} {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
func.func @f(%m: memref<4xf32>, %i: index) { memref.load %m[%i] {-# #-} : memref<4xf32> return }
// -----
func.func @f(%m: memref<4xf32>, %i: index) { return {-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-} }
// -----
func.func @f() { return } // x
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
module {
}
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
{-#
  dialect_resources: {
    builtin: {
      b: "0x0400000001000000"
    }
  }
#-}
// -----
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
{-#
  dialect_resources: {
    builtin: {
      b: "0x0400000001000000"
    }
  }
#-}
// -----
"t.u"() {a = dense_resource<a> : tensor<1xi32>} : () -> ()
"t.u"() {a = dense_resource<b> : tensor<1xi32>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001000000"
    }
  }
#-}
// -----
"t.u"() {a = dense_resource<a> : tensor<1xi32>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      b: "0x0400000001000000"
    }
  }
#-}
