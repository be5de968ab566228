func.func @f() { call @b::@c() : () -> () return }
// -----
func.func @f() { call "b"() : () -> () return }
// -----
func.func @f() { call 3() : () -> () return }
// -----
func.func @f() { call b() : () -> () return }
// -----
func.func @f() { call {a}() : () -> () return }
// -----
func.func @f() { %f = constant @b::@c : () -> () return }
// -----
func.func @f() { %f = constant 3 : () -> () return }
// -----
func.func @f() { %f = memref.get_global @a::@b : memref<2xi32> return }
// -----
func.func @f() { %f = memref.get_global "a" : memref<2xi32> return }
// -----
"func.func"() <{sym_name = "f", function_type = () -> ()}> ({ "func.call"() <{callee = @b::@c}> : () -> () "func.return"() : () -> () }) : () -> ()
// -----
func.func @f() { %0 = arith.constant @a return }
// -----
func.func @f() { %0 = arith.constant "a" : i32 return }
// -----
func.func @f() { %0 = arith.constant [1] return }
// -----
func.func @f() { %0 = arith.constant unit return }
// -----
func.func @f() { %0 = arith.constant 1 return }
// -----
func.func @f() { %0 = arith.constant 1.0 return }
// -----
func.func @f() { %0 = arith.constant -1 : ui8 return }
// -----
func.func @f() { %0 = arith.constant 1 : ui8 return }
// -----
func.func @f() { %0 = arith.constant dense<1> : memref<2xi32> return }
// -----
func.func @f() { %0 = arith.constant sparse<[[0]], 1> : tensor<2xi32> return }
// -----
func.func @f() { %0 = arith.constant dense_resource<a> : tensor<2xi32> return }
// -----
func.func @f() { %0 = arith.constant dense<"a"> : tensor<2x!t.x> return }
// -----
func.func @f() { %0 = arith.constant array<i32: 1> return }
// -----
func.func @f() { %0 = arith.constant dense<1> : vector<[4]xi32> return }
// -----
func.func @f() { %0 = arith.constant dense<[1, 2]> : vector<[2]xi32> return }
// -----
func.func @f() { %0 = arith.constant 1 : f32 return }
// -----
func.func @f() { %0 = arith.constant 1 : tensor<2xi32> return }
// -----
func.func @f() { %0 = arith.constant true : i1 return }
// -----
func.func @f() { "t.a"() : () -> () "t.b"() : () -> () }
// -----
func.func @f() { ^bb0: cf.br ^bb0 }
// -----
func.func @f() { ^bb0: cf.br ^bb1 ^bb1: cf.br ^bb0 }
// -----
func.func @f() { }
// -----
func.func @f() { ^bb0: }
// -----
func.func @f() { cf.br ^a ^a: }
// -----
func.func @f() { cf.br ^a ^a: "t.x"() : () -> () }
// -----
func.func @f() { return "t.x"() : () -> () }
// -----
func.func @f() { return return }
// -----
func.func @f() { cf.br ^a %0 = arith.constant 1 : i32 return ^a: return }
// -----
module { "t.x"()[^a] : () -> () ^a: }
// -----
module { ^a: "t.x"() : () -> () ^b: "t.x"() : () -> () }
// -----
module { return }
// -----
func.func @f() { func.func @g() { return } return }
// -----
func.func @f() { func.func private @g() return }
// -----
func.func @f(%a: i32) { func.func @g() { "t.x"(%a) : (i32) -> () return } return }
// -----
func.func @f() { "t.x"(%0) : (i32) -> () %0 = "t.y"() : () -> i32 return }
// -----
func.func @f() { "t.x"(%0) : (i32) -> () %0 = "t.y"() : () -> i64 return }
// -----
func.func @f() { "t.x"(%0) : (i32) -> () return }
// -----
func.func @f() { %0 = "t.y"() : () -> i64 %0 = "t.y"() : () -> i64 return }
// -----
func.func @f(%a: i32, %a: i32) { return }
// -----
func.func @f() { %a:2 = "t.y"() : () -> i64 return }
// -----
func.func @f() { %a = "t.y"() : () -> () return }
// -----
func.func @f() { %a:0 = "t.y"() : () -> () return }
// -----
func.func @f() { %a, %b = "t.y"() : () -> i32 return }
// -----
func.func @f() { %a = "t.y"() : () -> (i32, i32) "t.x"(%a#1, %a#2) : (i32, i32) -> () return }
// -----
func.func @f() -> i32 { return }
// -----
func.func @f() -> i32 { %0 = arith.constant 1 : i64 return %0 : i64 }
// -----
func.func private @f() { return } func.func @f() { return }
// -----
func.func @f()
// -----
func.func @f(i32) { return }
// -----
func.func private @f(%a: i32)
// -----
func.func private @f(%a: i32, i32)
// -----
func.func @f(%a: i32, i32) { return }
// -----
func.func @f(...) { return }
// -----
func.func @f(%a: i32, ...) { return }
// -----
func.func f() { return }
// -----
func.func @f { return }
// -----
func.func @f() attributes { a = 1 } { return } {b}
// -----
func.func @f() attributes { function_type = 1 } { return }
// -----
func.func @f() attributes { sym_name = "b" } { return }
// -----
func.func @f() -> (i32 {t.a}, i32) { return }
// -----
func.func @f(%a: i32 {a}) { return }
// -----
func.func @f() -> () { return }
// -----
func.func @f() -> ((i32)) { return }
// -----
func.func @f() -> (i32 { return }
// -----
func.func private @f() -> () -> ()
// -----
func.func private @f() -> (() -> ())
// -----
"func.func"() <{sym_name = "f", function_type = i32}> ({}) : () -> ()
// -----
"func.func"() <{sym_name = "f", function_type = (i32) -> ()}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{sym_name = "f", function_type = () -> (), arg_attrs = [{}]}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{function_type = () -> ()}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() ({ "func.return"() : () -> () }) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
"func.func"() <{sym_name = "f", function_type = () -> ()}> : () -> ()
// -----
"func.func"() <{sym_name = "f", function_type = () -> (), x = 1}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"builtin.module"() ({}) : () -> ()
// -----
"builtin.module"() ({ ^a: ^b: }) : () -> ()
// -----
"builtin.module"() ({}, {}) : () -> ()
// -----
"builtin.module"() : () -> ()
// -----
"builtin.module"() ({}) {a = 1} : () -> ()
// -----
module attributes {a} {}
// -----
module {} {a = 1}
// -----
module { %0 = unrealized_conversion_cast : to i32 }
// -----
module { %0 = unrealized_conversion_cast to }
// -----
module { unrealized_conversion_cast }
// -----
scf.if
// -----
foo
// -----
"foo"
// -----
"foo"(
// -----
"foo.bar"() 
// -----
"foo.bar"() : 
// -----
"foo.bar"() : () 
// -----
"foo.bar"() : i32
// -----
"foo.bar"() : () -> (
// -----
"foo.bar"() ({) : () -> ()
// -----
"foo.bar"() ({} : () -> ()
// -----
"foo.bar"()[^a : () -> ()
// -----
"foo.bar"() <{a}  : () -> ()
// -----
"foo.bar"() <a>  : () -> ()
// -----
"foo.bar"() <{a}> {a}  : () -> ()
// -----
"foo.bar"() {a, a} : () -> ()
// -----
"foo.bar"() {a.b, "a.b"} : () -> ()
// -----
"foo.bar"() {1} : () -> ()
// -----
"foo.bar"() {a = } : () -> ()
// -----
"foo.bar"() {a b} : () -> ()
// -----
""() : () -> ()
// -----
"a"() : () -> ()
// -----
"a\00"() : () -> ()
// -----
"func.nope"() : () -> ()
// -----
func.nope
// -----
%0 = 
// -----
%0
// -----
% = "a.b"() : () -> i1
// -----
%0:a = "a.b"() : () -> i1
// -----
%0:-1 = "a.b"() : () -> i1
// -----
^bb0
// -----
}
// -----
)
// -----
{
// -----
#a
// -----
#a = 
// -----
#a = 1
#a = 2
// -----
!a = i32
!a = i32
// -----
#a.b = 1
// -----
!a.b = i32
// -----
!a = 1
// -----
#a = i32
"t.x"() {a = #a, b = #b} : () -> ()
// -----
"t.x"() {a = !a} : () -> ()
// -----
{-# #-}
// -----
{-#
// -----
{-# a: {} #-}
// -----
{-# dialect_resources: { builtin: { a: "0x01000000" } } #-}
// -----
{-# dialect_resources: { builtin: { a: "0x010000" } } #-}
// -----
{-# external_resources: { x: { a: 1 } } #-}
// -----
{-# external_resources: { x: { a: "x", a: "y" } } #-}
// -----
func.func @f() { "func.return"() <{x = 1}> : () -> () }
// -----
func.func @f(%a: i32) { "arith.addi"(%a, %a) <{x = 1}> : (i32, i32) -> i32 return }
// -----
func.func @f(%a: i32) { "arith.addi"(%a, %a) <3> : (i32, i32) -> i32 return }
// -----
func.func @f(%a: i32) { "arith.divsi"(%a, %a) <{x = 1}> : (i32, i32) -> i32 return }
// -----
func.func @f(%a: i32) { "arith.minsi"(%a, %a) <{x = 1}> : (i32, i32) -> i32 return }
// -----
func.func @f(%a: i32) { "arith.minsi"(%a, %a) <3> : (i32, i32) -> i32 return }
// -----
func.func @f(%i: index) { scf.forall (%a) in (%i) { } {staticLowerBound = array<i64: 1>} return }
// -----
func.func @f(%i: index) { scf.for %a = %i to %i step %i { } {unsignedCmp} return }
// -----
func.func @f(%i: index) { scf.parallel (%a) = (%i) to (%i) step (%i) { } {operandSegmentSizes = array<i32: 1, 1, 1, 0>} return }
// -----
func.func @f() attributes {sym_visibility = "private"} { return }
// -----
func.func private @f() attributes {sym_visibility = "public"}
// -----
func.func @f() attributes {arg_attrs = []} { return }
// -----
func.func @f() attributes {res_attrs = [{}]} { return }
// -----
module attributes {sym_visibility = "private"} {}
// -----
module attributes {sym_name = ""} {}
// -----
"builtin.module"() <{sym_name = 3}> ({ ^a: }) : () -> ()
// -----
"builtin.module"() <{sym_name = "a", x}> ({ ^a: }) : () -> ()
// -----
"builtin.module"() ({ ^a: }) {sym_name = "a"} : () -> ()
// -----
"builtin.module"() <{sym_name = "b"}> ({ ^a: }) {sym_name = "a"} : () -> ()
// -----
"builtin.module"() ({ ^a(%x: i1): }) : () -> ()
// -----
%0 = "builtin.module"() ({ ^a: }) : () -> i1
// -----
"builtin.module"() ({ "builtin.module"() ({}) : () -> () }) : () -> ()
// -----
{-#
  a : {}
#-}
// -----
{-# dialect_resources: { builtin: { } } #-}
// -----
{-# dialect_resources: { builtin: { a: "0x0400000001" } } #-}
"t.x"() {a = dense_resource<a> : tensor<1xi8>} : () -> ()
// -----
{-# dialect_resources: { builtin: { a: "0x0400000001", a: "0x0400000002" } } #-}
"t.x"() {a = dense_resource<a> : tensor<1xi8>} : () -> ()
// -----
"t.x"() {a = dense_resource<a> : tensor<1xi8>, b = dense_resource<b> : tensor<1xi8>} : () -> ()
{-# dialect_resources: { builtin: { a: "0x0400000001" } } #-}
// -----
{-# external_resources: { x: { "a b": "0x04000000FF", "": "0x" } } #-}
// -----
{-# external_resources { x: { } } #-}
// -----
{-# external_resources: x #-}
// -----
{-# external_resources: { x { } } #-}
// -----
{-# external_resources: { x: } #-}
// -----
{-# external_resources: { x: { a } } #-}
// -----
{-# external_resources: { x: { a: } } #-}
// -----
{-# external_resources: { x: { a: "b" } }
// -----
{-# external_resources: { x: { 1: "b" } } #-}
// -----
{-# 1: {} #-}
// -----
{-# external_resources: {}, #-}
// -----
{-# #-} {-# #-}
// -----
{-# external_resources: {} #-} "t.x"() : () -> ()
// -----
func.func @f() { %0 = "t.y"() : () -> i64
  %0 = "t.y"() : () -> i64 return }
// -----
func.func @f(%0: i32) { %0 = "t.y"() : () -> i64 return }
// -----
"t.r"() ({ ^a(%x: i32): %x = "t.y"() : () -> i64 }) : () -> ()
// -----
"t.r"() ({ ^a(%x: i32, %x: i32): "t.y"() : () -> () }) : () -> ()
// -----
"t.r"() ({ ^a: "t.y"() : () -> () ^a: "t.y"() : () -> () }) : () -> ()
// -----
"t.r"() ({ "t.y"() : () -> () ^a: "t.y"()[^b] : () -> () }) : () -> ()
// -----
%0:2 = "t.y"() : () -> (i64, i1) %1, %0 = "t.y"() : () -> (i64, i1)
// -----
"t.y"(%0#0) : (i64) -> () %0 = "t.z"() : () -> i64
// -----
"t.y"(%0:1) : (i64) -> () %0 = "t.z"() : () -> i64
// -----
"t.y"(%0#99999999999) : (i64) -> () %0 = "t.z"() : () -> i64
// -----
func.func @f(%i: index, %c: i1) { "scf.for"(%i, %i, %i) ({}) : (index, index, index) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.for"(%i, %i, %i) ({^a(%x: index): cf.br ^b ^b: "scf.yield"() : () -> ()}) : (index, index, index) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.if"(%c) ({}, {}) : (i1) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.if"(%c) ({scf.yield}, {scf.yield ^b: scf.yield}) : (i1) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.while"() ({}, {}) : () -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.while"() ({ scf.condition(%c) }, {}) : () -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({}) : (index, index, index) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.forall"(%i) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({}) : (index) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.index_switch"(%i) <{cases = array<i64: 1>}> ({}, {}) : (index) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.index_switch"(%i) <{cases = array<i64: 1>}> ({scf.yield}, {}) : (index) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.execute_region"() ({}) : () -> () return }
// -----
func.func @f(%i: index, %c: i1) { "memref.alloca_scope"() ({}) : () -> () return }
// -----
"builtin.module"() ({^a: ^b:}) : () -> ()
// -----
func.func @f(%i: index, %c: i1) { "scf.for"(%i, %i, %i) : (index, index, index) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.if"(%c) ({scf.yield}) : (i1) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.if"(%c) ({^a(%x: i1): scf.yield}, {}) : (i1) -> () return }
// -----
func.func @f(%i: index, %c: i1) { "scf.if"(%c) ({"t.x"() : () -> ()}, {}) : (i1) -> () return }
// -----
func.func @f(%i: index, %c: i1) { scf.if %c -> i32 { } return }
// -----
func.func @f(%i: index, %c: i1) { scf.if %c -> i32 { } else { } return }
// -----
func.func @f(%i: index, %c: i1) { scf.if %c -> i32 { scf.yield %i : index } else { scf.yield %i : index } return }
// -----
func.func @f(%i: index, %c: i1) { scf.for %a = %i to %i step %i iter_args(%x = %c) -> i1 { } return }
// -----
func.func @f(%i: index, %c: i1) { scf.for %a = %i to %i step %i iter_args(%x = %c) -> i1 { scf.yield %i : index } return }
// -----
func.func @f(%i: index, %c: i1) { scf.for %a = %i to %i step %c { } return }
// -----
func.func @f(%i: index, %c: i1) { scf.for %a = %i to %i step %i iter_args(%x = %c) -> (i1, i1) { scf.yield %c : i1 } return }
// -----
func.func @f(%i: index, %c: i1) { scf.for %a = %i to %i step %i iter_args() -> () { } return }
// -----
func.func @f(%i: index, %c: i1) { scf.for %a = %i to %i step %i : i32 { } return }
// -----
func.func @f(%i: index, %c: i1) { %r = scf.for %a = %i to %i step %i { } return }
// -----
func.func @f(%i: index, %c: i1) { scf.while : () -> () { } do { scf.yield } return }
// -----
func.func @f(%i: index, %c: i1) { scf.while : () -> () { scf.condition(%i) } do { scf.yield } return }
// -----
func.func @f(%i: index, %c: i1) { scf.while : () -> i32 { scf.condition(%c) } do { scf.yield } return }
// -----
func.func @f(%i: index, %c: i1) { scf.while (%x = %c) : (i32) -> () { scf.condition(%c) } do { scf.yield } return }
// -----
func.func @f(%i: index, %c: i1) { scf.parallel (%a, %b) = (%i) to (%i) step (%i) { } return }
// -----
func.func @f(%i: index, %c: i1) { scf.parallel (%a) = (%i) to (%i) step (%i) { scf.reduce(%c : i1) { ^bb0(%x: i1, %y: i1): scf.reduce.return %x : i1 } } return }
// -----
func.func @f(%i: index, %c: i1) { scf.parallel (%a) = (%i) to (%i) step (%i) init (%c) -> i1 { } return }
// -----
func.func @f(%i: index, %c: i1) { scf.parallel (%a) = (%i) to (%i) step (%i) init (%c) -> i1 { scf.reduce(%c : i1) { ^bb0(%x: i1): scf.reduce.return %x : i1 } } return }
// -----
func.func @f(%i: index, %c: i1) { scf.parallel (%a) = (%i) to (%i) step (%i) init (%c) -> i1 { scf.reduce(%c : i1) { ^bb0(%x: i1, %y: i1): scf.reduce.return %i : index } } return }
// -----
func.func @f(%i: index, %c: i1) { scf.index_switch %i case 1 {} return }
// -----
func.func @f(%i: index, %c: i1) { %r = scf.index_switch %i -> i1 default { scf.yield } return }
// -----
func.func @f(%i: index, %c: i1) { cf.br ^a(%i : i1) ^a(%x: i1): return }
// -----
func.func @f(%i: index, %c: i1) { cf.br ^a(%i : index) ^a(%x: i1): return }
// -----
func.func @f(%i: index, %c: i1) { cf.br ^a ^a(%x: i1): return }
// -----
func.func @f(%i: index, %c: i1) { cf.cond_br %i, ^a, ^a ^a: return }
// -----
func.func @f(%i: index, %c: i1) { cf.cond_br %c, ^a ^a: return }
// -----
func.func @f(%i: index, %c: i1) { cf.cond_br %c weights([1]), ^a, ^a ^a: return }
// -----
func.func @f(%i: index, %c: i1) { cf.cond_br %c weights(1), ^a, ^a ^a: return }
// -----
func.func @f(%i: i32, %c: i1) { cf.switch %i : i32, [ default: ^a, 1: ^a, 1: ^a ] ^a: return }
// -----
func.func @f(%i: i32, %c: i1) { cf.switch %i : i32, [ 1: ^a ] ^a: return }
// -----
func.func @f(%i: i8, %c: i1) { cf.switch %i : i8, [ default: ^a, 300: ^a ] ^a: return }
// -----
func.func @f(%i: i32, %c: i1) { cf.switch %i : i32, [ default: ^a, ] ^a: return }
// -----
func.func @f(%i: i32, %c: i1) { cf.br ^zz }
// -----
func.func @f(%i: i32, %c: i1) { cf.br ^a(%i : i32, %i : i32) ^a(%x: i32): return }
// -----
func.func @f(%i: i32, %c: i1) { cf.assert %c return }
// -----
func.func @f(%i: i32, %c: i1) { cf.assert %i, "a" return }
// -----
func.func @f(%i: i32, %f: f32) { arith.addi %i, %f : i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.addi %f, %f : f32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.addi %i : i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.addi %i, %i, %i : i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.addi %i, %i return }
// -----
func.func @f(%i: i32, %f: f32) { arith.addi %i, %i overflow<foo> : i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.addi %i, %i overflow<> : i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.addi %i, %i overflow<none> : i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.addi %i, %i overflow : i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.cmpi foo, %i, %i : i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.cmpi "eq", %i, %i : i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.cmpi %i, %i : i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.extsi %i : i32 to i32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.extsi %i : i32 to i16 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.trunci %i : i32 to i64 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.extf %f : f32 to f16 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.bitcast %f : f32 to i64 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.sitofp %f : f32 to f32 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.index_cast %i : i32 to i64 return }
// -----
func.func @f(%i: i32, %f: f32) { arith.select %i, %i, %i : i32 return }
// -----
func.func @f(%c: i1, %v: vector<2xi32>, %d: vector<3xi1>) { arith.select %d, %v, %v : vector<3xi1>, vector<2xi32> return }
// -----
func.func @f(%c: i1, %v: vector<2xi32>, %d: vector<2xi1>) { arith.select %d, %v, %v : vector<2xi32> return }
// -----
func.func @f(%i: i32) { arith.addui_extended %i, %i : i32, i32 return }
// -----
func.func @f(%i: i32) { arith.addui_extended %i, %i : i32 return }
// -----
func.func @f(%i: i32) { %0 = arith.constant 3000000000 : i32 return }
// -----
func.func @f(%i: i32) { %0 = arith.constant 5000000000 : i32 return }
// -----
func.func @f(%i: i32) { %0:2 = arith.constant 5 : i32 return }
// -----
func.func @f(%m: memref<2xi32>, %i: index) { memref.load %m[] : memref<2xi32> return }
// -----
func.func @f(%m: memref<2xi32>, %i: index) { memref.load %m[%i, %i] : memref<2xi32> return }
// -----
func.func @f(%m: memref<2xi32>, %i: index) { memref.load %m : memref<2xi32> return }
// -----
func.func @f(%m: memref<2xi32>, %i: index) { memref.store %i, %m[%i] : memref<2xi32> return }
// -----
func.func @f(%m: memref<2xi32>, %i: index) { memref.alloc() : memref<?xi32> return }
// -----
func.func @f(%m: memref<2xi32>, %i: index) { memref.alloc(%i) : memref<2xi32> return }
// -----
func.func @f(%m: memref<2xi32>, %i: index) { memref.dim %m, %m : memref<2xi32> return }
// -----
func.func @f(%m: memref<2xi32>, %i: index) { memref.cast %m : memref<2xi32> to memref<3xi32> return }
// -----
func.func @f(%m: memref<2xi32>, %i: index) { memref.cast %m : memref<2xi32> to memref<?xi32, 3> return }
// -----
func.func @f(%m: memref<2xi32>, %i: index) { memref.get_global @nope : memref<2xi32> return }
// -----
memref.global @g : memref<2xi32> = dense<3> : tensor<2xi32>
// -----
memref.global "foo" @g : memref<2xi32>
// -----
func.func @f() { ub.poison : none return }
// -----
func.func @f() { ub.unreachable return }
// -----
func.func @f(%i: index, %c: i1) { cf.cond_br %c weights([-1, 2]), ^a, ^a ^a: return }
// -----
func.func @f(%i: index, %c: i1) { cf.cond_br %c weights([0, 0]), ^a, ^a ^a: return }
// -----
func.func @f(%i: index, %c: i1) { cf.cond_br %c weights([]), ^a, ^a ^a: return }
// -----
%a, %b = "t.x"() : () -> (i1, i2) %b = "t.x"() : () -> (i1)
// -----
%a:2, %b = "t.x"() : () -> (i1, i2, i3) 
"t.x"(%b) : (i1) -> ()
// -----
module { %a:2, %b = "t.x"() : () -> (i1, i2, i3) loc("x":1:1)
"t.x"(%b) : (i1) -> () }
// -----
func.func @f(%b: i2) { "t.r"() ({ %a = "t.x"() : () -> i1 func.func private @g(%b: i1) }) : () -> () return }
// -----
func.func @f(%b: i2) { scf.for %b = %b to %b step %b { } return }
// -----
func.func @f(%b: i2) { %k = arith.constant 1 : index scf.for %k = %k to %k step %k { } return }
// -----
func.func @f(%a: memref<2x3xi32>, %b: memref<*xi32>, %c: memref<?x3xi32, strided<[3, 1], offset: ?>>, %d: memref<1x3xi32, strided<[7, 1]>>, %e: memref<4xi32, affine_map<(d0) -> (d0 * 2)>>) {
  %0 = memref.cast %a : memref<2x3xi32> to memref<?x?xi32>
  %1 = memref.cast %a : memref<2x3xi32> to memref<*xi32>
  %2 = memref.cast %b : memref<*xi32> to memref<2xi32>
  %3 = memref.cast %a : memref<2x3xi32> to memref<2x3xi32, strided<[3, 1], offset: ?>>
  %4 = memref.cast %c : memref<?x3xi32, strided<[3, 1], offset: ?>> to memref<2x3xi32>
  %5 = memref.cast %d : memref<1x3xi32, strided<[7, 1]>> to memref<1x3xi32>
  %6 = memref.cast %a : memref<2x3xi32> to memref<?x3xi32, strided<[?, ?], offset: 0>>
  return
}
// -----
func.func @f(%a: memref<2x3xi32>) { %0 = memref.cast %a : memref<2x3xi32> to memref<2x3xi32, strided<[4, 1]>> return }
// -----
func.func @f(%a: memref<2x3xi32>) { %0 = memref.cast %a : memref<2x3xi32> to memref<2x3xi32, strided<[3, 1], offset: 1>> return }
// -----
func.func @f(%a: memref<?x?xi32>) { %0 = memref.cast %a : memref<?x?xi32> to memref<?x?xi32, strided<[4, 1]>> return }
// -----
func.func @f(%a: memref<?x?xi32>) { %0 = memref.cast %a : memref<?x?xi32> to memref<?x?xi32, strided<[4, 2]>> return }
// -----
func.func @f(%a: memref<2xi32>) { %0 = memref.cast %a : memref<2xi32> to memref<2x1xi32> return }
// -----
func.func @f(%a: memref<*xi32>) { %0 = memref.cast %a : memref<*xi32> to memref<*xi32> return }
// -----
func.func @f(%a: memref<2xi32>) { %0 = memref.cast %a : memref<2xi32> to memref<*xi64> return }
// -----
func.func @f(%a: memref<2xi32, 1>) { %0 = memref.cast %a : memref<2xi32, 1> to memref<*xi32> return }
// -----
func.func @f(%a: memref<2xi32>) { %0 = memref.cast %a : memref<2xi32> to memref<2xi32> return }
// -----
func.func @f(%i: index, %c: i1) { cf.cond_br %c weights([3, 2]), ^a, ^a ^a: return }
// -----
func.func @f(%i: index, %c: i1) { cf.cond_br %c weights([3, 2, 1]), ^a(%c : i1), ^a(%c : i1) ^a(%x: i1): return }
// -----
memref.global @g : memref<2xi32> = dense<3> {a}
// -----
"builtin.module"() <{sym_visibility = 3}> ({ ^a: }) : () -> ()
// -----
func.func @f(%c: vector<2xi1>, %v: vector<2x2xi32>) { %0 = arith.select %c, %v, %v : vector<2xi1>, vector<2x2xi32> return }
// -----
func.func @f(%c: tensor<?xi1>, %v: tensor<?xi32>, %w: tensor<2xi32>) { %0 = arith.select %c, %v, %v : tensor<?xi1>, tensor<?xi32> %1 = arith.select %c, %w, %w : tensor<?xi1>, tensor<2xi32> return }
