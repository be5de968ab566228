"builtin.module"() <{sym_name="outer"}> ({
%t0 = "t.a"() : () -> i32
%t1:2 = "t.a"() : () -> (i32, f32)
"func.func"() <{function_type = (i32, f32) -> (i32, f32), sym_name = "f", sym_visibility="private", no_inline, arg_attrs=[{a.b}, {}], res_attrs=[{}, {x.y = 1 : i32}]}> ({
^bb0(%a: i32, %b: f32):
 %c = "arith.addi"(%a,%a) <{overflowFlags=#arith.overflow<nsw,nuw>}> {z=1:i32}: (i32,i32)->i32
 %s = "arith.shrsi"(%a,%a) <{isExact}> : (i32,i32)->i32
 %d = "arith.addf"(%b,%b) <{fastmath=#arith.fastmath<nnan,contract>}> : (f32,f32)->f32
 %e = "arith.cmpi"(%a,%a) <{predicate=3:i64}> : (i32,i32)->i1
 %f = "arith.cmpf"(%b,%b) <{predicate=3:i64, fastmath=#arith.fastmath<fast>}> : (f32,f32)->i1
 %g = "arith.select"(%e,%a,%a) : (i1,i32,i32)->i32
 %h = "arith.extui"(%a) : (i32)->i64
 %tr = "arith.truncf"(%b) <{roundingmode = 0 : i32, fastmath=#arith.fastmath<fast>}> : (f32)->bf16
 %sum:2 = "arith.addui_extended"(%a,%a): (i32,i32)->(i32,i1)
 %mul:2 = "arith.mulsi_extended"(%a,%a) {w}: (i32,i32)->(i32,i32)
 %k1 = "arith.constant"() <{value=1:i32}> : () -> i32
 %k2 = "arith.constant"() <{value=1:i32}> {foo} : () -> i32
 %k3 = "arith.constant"() <{value=-1:index}> : () -> index
 %k4 = "arith.constant"() <{value=true}> : () -> i1
 %k5 = "arith.constant"() <{value=dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
 %k6 = "arith.constant"() <{value=1.0 : f64}> : () -> f64
 %k7 = "arith.constant"() <{value=1 : i64}> : () -> i64
 %fc = "func.constant"() <{value=@g}> : () -> (() -> ())
 "func.call_indirect"(%fc) {q} : (() -> ()) -> ()
 "func.call"() <{callee=@g, no_inline}> {q}: () -> ()
 %po = "ub.poison"() : () -> i32
 %uc:2 = "builtin.unrealized_conversion_cast"(%a) : (i32) -> (i64, f32)
 %uc1 = "builtin.unrealized_conversion_cast"() {z}: () -> (i64)
 "cf.assert"(%e) <{msg="hi\n"}> {a}: (i1) -> ()
 "cf.cond_br"(%e, %a)[^bb1, ^bb2] <{branch_weights=array<i32: 1,2>, operandSegmentSizes=array<i32: 1,1,0>}> : (i1, i32) -> ()
^bb1(%x: i32):
 "cf.br"(%x)[^bb1] {u} : (i32) -> ()
^bb2:
 "cf.switch"(%a, %a)[^bb1, ^bb2, ^bb3] <{operandSegmentSizes=array<i32: 1,1,0>, case_operand_segments=array<i32: 0,0>, case_values=dense<[1,-2]> : tensor<2xi32>}> {q}: (i32, i32) -> ()
^bb3:
 "cf.switch"(%a, %a)[^bb1] <{operandSegmentSizes=array<i32: 1,1,0>, case_operand_segments=array<i32>}> : (i32, i32) -> ()
^bb4:
 "func.return"(%a,%b) {f}: (i32,f32)->()
}) {some.attr=1} : () -> ()
"func.func"() <{function_type = () -> (), sym_name = "g", sym_visibility="private"}> ({}) : () -> ()
"func.func"() <{function_type = (index, i1, f32, memref<?xf32>) -> (), sym_name = "h h"}> ({
^bb0(%i: index, %b: i1, %f: f32, %m: memref<?xf32>):
  "scf.for"(%i,%i,%i) ({ ^bb0(%q: index): "scf.yield"() : () -> () }) : (index,index,index) -> ()
  %r = "scf.for"(%i,%i,%i,%f) <{unsignedCmp}> ({ ^bb0(%q: index, %z: f32): "scf.yield"(%z) : (f32) -> () }) {a} : (index,index,index,f32) -> (f32)
  %ri = "arith.index_cast"(%i) : (index) -> i32
  "scf.for"(%ri,%ri,%ri) ({ ^bb0(%q: i32): "scf.yield"() : () -> () }) : (i32,i32,i32) -> ()
  "scf.if"(%b) ({ "scf.yield"() : () -> () }, {}) {a}: (i1) -> ()
  "scf.if"(%b) ({ "scf.yield"() : () -> () }, {"scf.yield"() {k}: () -> ()}) : (i1) -> ()
  %if:2 = "scf.if"(%b) ({ "scf.yield"(%f,%f) : (f32,f32) -> () }, {"scf.yield"(%f,%f) {k}: (f32,f32) -> ()}) : (i1) -> (f32,f32)
  %w = "scf.while"(%f) ({ ^bb0(%x:f32): "scf.condition"(%b, %x) {a} : (i1,f32) -> () }, {^bb0(%y:f32): "scf.yield"(%y):(f32)->()}) {b}: (f32) -> f32
  "scf.while"() ({ "scf.condition"(%b) : (i1) -> () }, { "scf.yield"():()->()}) : () -> ()
  "scf.execute_region"() <{no_inline}> ({ "t.a"() : () -> () 
   "cf.br"()[^bb9] : () -> () 
  ^bb9: 
   "scf.yield"() : () -> () }) {a}: () -> ()
  %er = "scf.execute_region"() ({ "scf.yield"(%f) : (f32) -> () }) : () -> f32
  %is = "scf.index_switch"(%i) <{cases = array<i64: 2, 5>}> ({ "scf.yield"(%f) : (f32) -> () },{ "scf.yield"(%f) : (f32) -> () },{ "scf.yield"(%f) : (f32) -> () }) {a}: (index) -> f32
  "scf.index_switch"(%i) <{cases = array<i64: 2>}> ({ "scf.yield"() : () -> () },{ "scf.yield"() : () -> () }) : (index) -> ()
  "scf.index_switch"(%i) <{cases = array<i64>}> ({ "scf.yield"() : () -> () }) : (index) -> ()
  "scf.index_switch"(%i) <{cases = array<i64>}> ({ ^bb0(%argument: i32): "scf.yield"() : () -> () }) : (index) -> ()
  "scf.parallel"(%i,%i,%i,%i,%i,%i) <{operandSegmentSizes=array<i32: 2,2,2,0>}> ({ ^bb0(%q: index,%q1: index): "scf.reduce"() : () -> () }) {a}: (index,index,index,index,index,index) -> ()
  %pr:2 = "scf.parallel"(%i,%i,%i,%f,%f) <{operandSegmentSizes=array<i32: 1,1,1,2>}> ({ ^bb0(%q: index): "scf.reduce"(%f,%f) ({ ^bb0(%p1:f32,%p2:f32): "scf.reduce.return"(%p1) {a}: (f32)->() },{ ^bb0(%p1:f32,%p2:f32): "scf.reduce.return"(%p1) : (f32)->() }) {a}: (f32,f32) -> () }) : (index,index,index,f32,f32) -> (f32,f32)
  %ten = "t.a"() : () -> tensor<?xf32>
  "scf.forall"(%i,%i) <{operandSegmentSizes=array<i32: 0,2,0,0>, staticLowerBound=array<i64: 0,0>, staticUpperBound=array<i64: -9223372036854775808,-9223372036854775808>,staticStep=array<i64: 1,1>}> ({^bb0(%x:index,%y:index): "scf.forall.in_parallel"() ({ ^bb0: }) : () -> () }) : (index,index) -> ()
  %fa = "scf.forall"(%i,%ten) <{operandSegmentSizes=array<i32: 1,0,0,1>, staticLowerBound=array<i64: -9223372036854775808>, staticUpperBound=array<i64: 10>,staticStep=array<i64: 1>,mapping=[#gpu.block<x>]}> ({^bb0(%x:index,%y:tensor<?xf32>): "scf.forall.in_parallel"() ({ ^bb0:
   }) {a}: () -> () }) {b}: (index,tensor<?xf32>) -> tensor<?xf32>
  "func.return"():()->()
}) : () -> ()
"builtin.module"() ({^bb0:}) {q.r = 1} : () -> ()
"builtin.module"() ({ "t.a"() : () -> () }) : () -> ()
"t.region"() ({
  ^bb2(%ii: i32):
   "t.b"() : () -> ()
 }) : () -> ()
"func.func"() <{function_type = () -> (), sym_name = "u"}> ({ "t.x"() : () -> () 
 "ub.unreachable"() : () -> () }) : () -> ()
"func.func"() <{function_type = (i32) -> (i32), sym_name = "u2", arg_attrs=[{a.b}],sym_visibility="private"}> ({}) : () -> ()
}) : () -> ()
