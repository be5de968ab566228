func.func @f() {
// -----
func.func @f( {
// -----
func.func f() { return }
// -----
func.func @f(%a: i32, i32) { return }
// -----
func.func @f(i32, %a: i32) { return }
// -----
func.func @f(%a: i32, %a: i32) { return }
// -----
func.func @f() { }
// -----
func.func @f() { return %x : i32 }
// -----
func.func @f(%x: i32) { return %x : f32 }
// -----
func.func @f(%x: i32) { return %x }
// -----
func.func @f(%x: i32) { return %x : i32, i32 }
// -----
func.func @f(%x: i32) { return }
// -----
func.func @f(%x: i32) -> i32 { return }
// -----
func.func @f(%x: i32) { foo %x : i32 }
// -----
func.func @f(%x: i32) { arith.foo %x : i32 }
// -----
func.func @f(%x: i32) { nope.foo %x : i32 }
// -----
func.func @f(%x: i32) { %0 = arith.addi %x : i32 return }
// -----
func.func @f(%x: i32) { %0 = arith.addi %x, %x i32 return }
// -----
func.func @f(%x: i32) { %0 = arith.addi %x, %x : f32 return }
// -----
func.func @f(%x: f32) { %0 = arith.addi %x, %x : f32 return }
// -----
func.func @f(%x: i32) { %0 = arith.cmpi foo, %x, %x : i32 return }
// -----
func.func @f(%x: i32) { %0 = arith.cmpi "foo", %x, %x : i32 return }
// -----
func.func @f(%x: i32) { %0:2 = arith.addi %x, %x : i32 return }
// -----
func.func @f(%x: i32) { %0 = arith.constant : i32 return }
// -----
func.func @f(%x: i32) { %0 = arith.constant @foo return }
// -----
func.func @f(%x: i32) { %0 = arith.constant "foo" return }
// -----
func.func @f(%x: i32) { scf.if %x { } return }
// -----
func.func @f(%x: i1) { scf.if %x return }
// -----
func.func @f(%x: i1) { scf.if %x { return } return }
// -----
func.func @f(%x: i1) { %0 = scf.if %x -> i32 { } return }
// -----
func.func @f(%x: index) { scf.for %i = %x to %x { } return }
// -----
func.func @f(%x: index) { scf.for %i = %x %x step %x { } return }
// -----
func.func @f(%x: index) { scf.for i = %x to %x step %x { } return }
// -----
func.func @f(%x: i32) { scf.for %i = %x to %x step %x { } return }
// -----
func.func @f(%x: index) { scf.for %x = %x to %x step %x { } return }
// -----
func.func @f(%x: index, %f: f32) { %0 = scf.for %i = %x to %x step %x iter_args(%a = %f) -> (f32, f32) { } return }
// -----
func.func @f(%x: index, %f: f32) { %0 = scf.for %i = %x to %x step %x iter_args(%a = %f) -> (f32) { } return }
// -----
func.func @f(%x: i1) { cf.cond_br %x, ^a, ^b ^a: return }
// -----
func.func @f(%x: i1) { cf.br ^a(%x : i32) ^a(%y: i32): return }
// -----
func.func @f(%x: i1) { cf.br ^a ^a(%y: i32): return }
// -----
func.func @f() { call @g() : () -> () return }
// -----
func.func @f() { call @f(%x) : () -> () return }
// -----
func.func @f() { call @f() : () -> i32 return }
// -----
func.func @f() { call f() : () -> () return }
// -----
func.func @f() { %0 = call @f() : () -> () return }
// -----
func.func @f() attributes {sym_name = "x"} { return }
// -----
func.func @f() attributes {sym_visibility = "private"} { return }
// -----
module { func.func @f() { return }
// -----
module @a @b { }
// -----
module attributes { a } { }
// -----
module attributes { a.b = } { }
// -----
func.func @f() -> { return }
// -----
func.func @f() -> (i32 { return }
// -----
func.func @f(%a: i32 %b: i32) { return }
// -----
func.func @f(%x: i1) { scf.while (%a = %x) : () -> () { scf.condition(%x) } do { scf.yield } return }
// -----
func.func @f(%x: i1) { scf.while : (i1) -> () { scf.condition(%x) } do { scf.yield } return }
// -----
func.func @f(%x: i1) { scf.while : () -> () { scf.condition(%x) } { scf.yield } return }
// -----
func.func @f(%x: index) { scf.parallel (%i) = (%x, %x) to (%x) step (%x) { } return }
// -----
func.func @f(%m: memref<4xf32>, %i: index) { %0 = memref.load %m[%i, %i] : memref<4xf32> return }
// -----
func.func @f(%m: memref<4xf32>, %i: index) { %0 = memref.load %m[%i : memref<4xf32> return }
// -----
func.func @f(%m: memref<4xf32>) { %0 = memref.get_global @x : memref<4xf32> return }
// -----
func.func @f(%x: i32) { cf.switch %x : i32, [ default: ^a, foo: ^a ] ^a: return }
// -----
func.func @f(%x: i32) { cf.switch %x : i32, [ ^a ] ^a: return }
// -----
func.func @f() { return } loc(foo)
// -----
func.func @f() { return } loc("a":1
// -----
func.func @f() { "foo"() : () -> () }
// -----
func.func @f() { func.func @g() { return } return }
// -----
%0 = arith.constant 1 : i32
func.func @f() -> i32 { return %0 : i32 }
// -----
func.func @f() { %0 = ub.poison : i32 %0 = ub.poison : i32 return }
// -----
func.func @f(%x: i32) { %0 = arith.extsi %x : i32 return }
// -----
func.func @f(%x: i32) { %0 = arith.extsi %x : i32 to i16 return }
// -----
func.func @f(%x: i32) { %0 = arith.trunci %x : i32 to i64 return }
// -----
func.func @f(%x: i32) { %0 = arith.index_cast %x : i32 to i64 return }
// -----
func.func @f(%x: i32) { %0 = arith.bitcast %x : i32 to i64 return }
// -----
func.func @f() { %0 = arith.constant 1 : f32 return }
// -----
func.func @f() { %0 = arith.constant 300 : i8 return }
// -----
func.func @f() { %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64 return }
// -----
func.func @f() { %0 = arith.constant dense<1> : tensor<?xi32> return }
// -----
func.func @f(%x: index) { %0 = scf.index_switch %x -> i32 default { } return }
// -----
func.func @f(%x: index) { scf.index_switch %x case 1 { scf.yield } case 1 { scf.yield } default { } return }
// -----
func.func @f(%x: index) { %0 = scf.execute_region -> i32 { scf.yield } return }
// -----
func.func @f() { %f = func.constant @g : () -> () return }
// -----
func.func @f() { %f = func.constant @f : (i32) -> () return }
// -----
func.func @f(%x: f32) { func.call_indirect %x() : () -> () return }
// -----
scf.yield
// -----
return
// -----
func.func @f(%x : i1) { scf.condition(%x) }
// -----
func.func @f() { return {a = 1, a = 2} }
// -----
func.func @f() { return 
  foo }
// -----
func.func @f() { ^a: return ^a: return }
// -----
func.func @f(%x: i32) { ^a: return }
// -----
func.func @f(%x: i32) { %1 = arith.addi %x, %y : i32 return }
// -----
func.func @f(%x: i1) { %0 = scf.if %x -> i32 { scf.yield } else { scf.yield } return }
// -----
func.func @f(%x: i1) { %0 = scf.if %x -> i32 { scf.yield %x : i1 } else { scf.yield %x : i1 } return }
// -----
func.func @f(%x: i1, %i: i32) { %0 = scf.if %x -> i32 { scf.yield %i : i32 } else { scf.yield } return }
// -----
func.func @f(%x: i1) { "scf.if"(%x) ({ "scf.yield"(%x) : (i1) -> () }, {}) : (i1) -> () return }
// -----
func.func @f(%x: index, %f: f32) { %0 = scf.for %i = %x to %x step %x iter_args(%a = %f) -> (f32) { scf.yield %x : index } return }
// -----
func.func @f(%x: index, %f: f32) { %0 = scf.for %i = %x to %x step %x iter_args(%a = %f) -> (i32) { scf.yield %x : index } return }
// -----
func.func @f(%x: index, %f: f32) { %0 = "scf.for"(%x,%x,%x,%f) ({ ^bb0(%i: index): "scf.yield"() : () -> ()}) : (index,index,index,f32) -> f32 return }
// -----
func.func @f(%x: index, %f: f32) { %0 = "scf.for"(%x,%x,%x,%f) ({ ^bb0(%i: index, %q: f32): "scf.yield"(%q) : (f32) -> ()}) : (index,index,index,f32) -> i32 return }
// -----
func.func @f(%x: index, %f: f32) { "scf.for"(%x,%x,%x) ({ ^bb0(%i: i32): "scf.yield"() : () -> ()}) : (index,index,index) -> () return }
// -----
func.func @f(%x: i32, %f: index) { "scf.for"(%x,%x,%f) ({ ^bb0(%i: i32): "scf.yield"() : () -> ()}) : (i32,i32,index) -> () return }
// -----
func.func @f(%x: i1, %f: f32) { scf.while (%a = %f) : (f32) -> () { scf.condition(%x) %a : f32 } do { scf.yield } return }
// -----
func.func @f(%x: i1, %f: f32) { scf.while (%a = %f) : (f32) -> () { scf.condition(%x) } do { scf.yield } return }
// -----
func.func @f(%x: i1, %f: f32) { %0 = scf.while (%a = %f) : (f32) -> f32 { scf.condition(%x) %a : f32 } do { ^bb0(%z: i32): scf.yield %a : f32 } return }
// -----
func.func @f(%x: i1, %f: f32) { %0 = scf.while (%a = %f) : (f32) -> f32 { scf.condition(%x) %x : i1 } do { ^bb0(%z: f32): scf.yield %f : f32 } return }
// -----
func.func @f(%x: i1, %f: f32) { scf.while : () -> () { scf.yield } do { scf.yield } return }
// -----
func.func @f(%x: f32) { %0 = scf.execute_region -> i32 { scf.yield %x : f32 } return }
// -----
func.func @f(%x: f32) { scf.execute_region { } return }
// -----
func.func @f(%x: index, %f: f32) { %0 = scf.index_switch %x -> i32 default { scf.yield %f : f32 } return }
// -----
func.func @f(%x: index, %f: f32) { %0 = scf.index_switch %x -> i32 case 1 { scf.yield %f : f32 } default { scf.yield %f : f32 } return }
// -----
func.func @f(%x: index, %f: f32) { %0 = scf.parallel (%i) = (%x) to (%x) step (%x) init (%f) -> f32 { scf.reduce } return }
// -----
func.func @f(%x: index, %f: f32) { scf.parallel (%i) = (%x) to (%x) step (%x) { scf.reduce(%f : f32) { ^bb0(%a: f32, %b: f32): scf.reduce.return %a : f32 } } return }
// -----
func.func @f(%x: index, %f: f32) { %0 = scf.parallel (%i) = (%x) to (%x) step (%x) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%a: f32): scf.reduce.return %a : f32 } } return }
// -----
func.func @f(%x: index, %f: f32) { %0 = scf.parallel (%i) = (%x) to (%x) step (%x) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%a: f32, %b: f32): scf.reduce.return %x : index } } return }
// -----
func.func @f(%x: index) { call @g(%x) : (index) -> () return } func.func private @g()
// -----
func.func @f(%x: index) { call @g(%x) : (index) -> () return } func.func private @g(i32)
// -----
func.func @f(%x: i32) { %0 = call @g(%x) : (i32) -> i32 return } func.func private @g(i32) -> i64
// -----
func.func @f(%x: i32) { %0 = "func.call"(%x) <{callee = "g"}> : (i32) -> i32 return }
// -----
func.func @f(%x: i32) { %0 = "func.call"(%x) : (i32) -> i32 return }
// -----
func.func @f() { %0 = memref.get_global @g : memref<4xf32> return } memref.global @g : memref<5xf32>
// -----
func.func @f(%x: i32) { %0 = arith.sitofp %x : i32 to i32 return }
// -----
func.func @f(%x: vector<2xi32>) { %0 = arith.extsi %x : vector<2xi32> to vector<3xi64> return }
// -----
func.func @f(%x: vector<2xi32>) { %0 = arith.extsi %x : vector<2xi32> to tensor<2xi64> return }
// -----
func.func @f(%x: f32) { %0 = arith.extf %x : f32 to f16 return }
// -----
func.func @f(%x: f32) { %0 = arith.truncf %x : f32 to f64 return }
// -----
func.func @f(%x: f32) { %0 = arith.truncf %x : f32 to f32 return }
// -----
func.func @f(%x: f16) { %0 = arith.truncf %x : f16 to bf16 return }
// -----
func.func @f(%x: i32) { %0 = "arith.addi"(%x, %x) : (i32, i32) -> i64 return }
// -----
func.func @f(%x: i32) { %0 = "arith.cmpi"(%x, %x) <{predicate = 12 : i64}> : (i32, i32) -> i1 return }
// -----
func.func @f(%x: i32) { %0 = "arith.cmpi"(%x, %x) <{predicate = 1 : i32}> : (i32, i32) -> i1 return }
// -----
func.func @f(%x: i32) { %0 = "arith.cmpi"(%x, %x) <{predicate = 1 : i64}> : (i32, i32) -> i32 return }
// -----
func.func @f(%x: i32) { %0 = "arith.cmpi"(%x, %x) <{predicate = 1 : i64}> : (i32, i32) -> vector<2xi1> return }
// -----
func.func @f(%x: i32) { %0 = "arith.addi"(%x, %x) <{overflowFlags = 1 : i64}> : (i32, i32) -> i32 return }
// -----
func.func @f(%x: si32) { %0 = arith.addi %x, %x : si32 return }
// -----
func.func @f(%x: i32) { "cf.assert"(%x) <{msg = "x"}> : (i32) -> () return }
// -----
func.func @f(%x: i1) { "cf.assert"(%x) <{msg = 1}> : (i1) -> () return }
// -----
func.func @f(%x: i32) { "cf.switch"(%x)[^a, ^a] <{operandSegmentSizes = array<i32: 1,0,0>, case_operand_segments = array<i32: 0>, case_values = dense<[1]> : vector<1xi64>}> : (i32) -> () ^a: return }
// -----
func.func @f() { return } func.func @f() { return }
// -----
func.func @f() attributes {function_type = 1} { return }
// -----
"func.func"() <{sym_name = "f"}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{sym_name = 1, function_type = () -> ()}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{sym_name = "f", function_type = i32}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{sym_name = "f", function_type = () -> (), arg_attrs = [{}]}> ({ "func.return"() : () -> () }) : () -> ()
// -----
"func.func"() <{sym_name = "f", function_type = (i32) -> (), arg_attrs = [{a}]}> ({ ^bb0(%a: i32): "func.return"() : () -> () }) : () -> ()
// -----
func.func @f(%a: memref<4xf32>) { %0 = memref.load %a[] : memref<4xf32> return }
// -----
func.func @f(%a: memref<?xf32>) { %0 = memref.alloc() : memref<?xf32> return }
// -----
func.func @f() { ub.unreachable return }
// -----
func.func @f() { %0 = builtin.unrealized_conversion_cast to i32 builtin.unrealized_conversion_cast %0 : i32 to return }
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.load %t[%i] : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  memref.store %x, %t[%i] : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  memref.dealloc %t : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  memref.copy %t, %m : tensor<4xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  memref.copy %m, %t : memref<4xf32> to tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.cast %t : tensor<4xf32> to memref<?xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.cast %m : memref<4xf32> to tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.dim %t, %i : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.rank %t : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.alloc() : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.alloca() : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.subview %t[0] [2] [1] : tensor<4xf32> to memref<2xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xf32> into memref<2x2xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.collapse_shape %t [[0]] : tensor<4xf32> into memref<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.collapse_shape %m [[0]] : memref<4xf32> into tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.collapse_shape %m [[0, 1]] : memref<4xf32> into memref<2x2xf32>
  return
}
// -----
func.func @f(%a: memref<2x2xf32>) {
  %r = memref.expand_shape %a [[0]] output_shape [4] : memref<2x2xf32> into memref<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.reinterpret_cast %t to offset: [0], sizes: [4], strides: [1] : tensor<4xf32> to memref<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.view %t[%i][] : tensor<4xf32> to memref<1xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.atomic_rmw addf %x, %t[%i] : (f32, tensor<4xf32>) -> f32
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.realloc %t : tensor<4xf32> to memref<8xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.realloc %m : memref<4xf32> to tensor<8xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.memory_space_cast %t : tensor<4xf32> to memref<4xf32, 1>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %b, %o, %s, %st = memref.extract_strided_metadata %t : tensor<4xf32> -> memref<f32>, index, index, index
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.extract_aligned_pointer_as_index %t : tensor<4xf32> -> index
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.get_global @g : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.assume_alignment %t, 4 : tensor<4xf32>
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  %r = memref.generic_atomic_rmw %t[%i] : tensor<4xf32> { ^bb0(%c: f32): memref.atomic_yield %c : f32 }
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  cf.switch %t : tensor<4xf32>, [ default: ^bb1 ]
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  cf.switch %t : tensor<4xf32>, [ default: ^bb1, 1: ^bb1 ]
  return
}
// -----
func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %u: memref<*xf32>, %i: index, %x: f32, %n: i32) {
  cf.switch %i : index, [ default: ^bb1, 1: ^bb1 ]
  return
}
// -----
%1 = arith.constant 1 : i32
%1 = arith.constant 2 : i32 loc("a")
// -----
%1:2 = arith.constant 1 : i32 loc(#later)
#later = loc("a")
// -----
"t.use"(%later) : (i1) -> ()
%later = arith.constant 1 : i32 loc(unknown)
