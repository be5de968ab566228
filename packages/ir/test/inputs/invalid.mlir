"t.a"(%x) : (i32) -> ()
// -----
%x = "t.a"() : () -> i32
%x = "t.a"() : () -> i32
// -----
%x = "t.a"() : () -> i32
"t.b"(%x) : (i64) -> ()
// -----
%x = "t.a"() : () -> i32
"t.b"(%x, %x) : (i32) -> ()
// -----
"t.b"(%y) : (i32) -> ()
%y = "t.a"() : () -> i64
// -----
"t.b() : () -> ()
// -----
"t.b"() () -> ()
// -----
"t.b"( : () -> ()
// -----
"t.b"() : 
// -----
"t.b"() {a = } : () -> ()
// -----
"t.b"() {a = 1, a = 2} : () -> ()
// -----
"t.b"() {k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19, k20, k21, k22, k23, k24, k25, k26, k27, k28, k29, k30, k31, k32, k33, k34, k35, k36, k37, k38, k39, k7} : () -> ()
// -----
"t.b"() {k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19, k20, k21, k22, k23, k24, k25, k26, k27, k28, k29, k30, k31, k32, k33, k34, k35, k36, k37, k38, k39, k36} : () -> ()
// -----
"t.b"() {a = 1 : () -> ()
// -----
"t.b"()[^bb1] : () -> ()
// -----
"t.b"() ({
 "t.c"()[^bb1] : () -> ()
}) : () -> ()
// -----
"t.b"() ({
^bb0:
^bb0:
}) : () -> ()
// -----
"t.b"() ({
  "t.c"() : () -> ()
 : () -> ()
// -----
%0 = "t.b"() : () -> ()
// -----
%0:2 = "t.b"() : () -> i32
// -----
%0:2 = "t.b"() : () -> (i32, i32)
"t.c"(%0#2) : (i32) -> ()
// -----
"t.b"() {a = #foo} : () -> ()
// -----
"t.b"() {a = !foo} : () -> ()
// -----
"t.b"() {a = 300 : i8} : () -> ()
// -----
"t.b"() {a = 1.0 : i8} : () -> ()
// -----
"t.b"() {a = 1 : f32} : () -> ()
// -----
"t.b"() {a = tensor<4xf32} : () -> ()
// -----
"t.b"() {a = dense<[1,2]> : tensor<3xi32>} : () -> ()
// -----
"t.b"() {a = "x\q"} : () -> ()
// -----
"t.b"() {a = "x
"} : () -> ()
// -----
#a = 1
#a = 2
// -----
"t.b"() : (i32 -> ()
// -----
"t.b"() : () -> i32 loc("a":1)
// -----
%0 "t.b"() : () -> i32
// -----
% = "t.b"() : () -> i32
// -----
"t.b"() {a = @1} : () -> ()
// -----
"t.b"() : () -> (i32
// -----
"t.b"() <{a = 1} : () -> ()
// -----
"t.b"() ({}) 5 : () -> ()
// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
  ^bb0(%a: i32):
    %0 = "arith.addi"(%a, %b) : (i32, i32) -> i32
    %b = "arith.addi"(%a, %a) : (i32, i32) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
  ^bb0(%a: i32):
    %0 = "arith.addi"(%a, %a) : (i32, i32) -> i64
    "func.return"(%a) : (i32) -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
  ^bb0(%a: i32):
    %0 = "arith.addi"(%a) : (i32) -> i32
    "func.return"(%a) : (i32) -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> i32, sym_name = "f"}> ({
  ^bb0(%a: f32):
    %0 = "arith.addi"(%a, %a) : (f32, f32) -> f32
    "func.return"(%a) : (f32) -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> i32, sym_name = "f"}> ({
  ^bb0(%a: f32):
    "func.return"(%a) : (f32) -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  ^bb0(%a: f32):
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "arith.constant"() : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  }) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "func.return"() : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  }) : () -> ()
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  }) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  "cf.br"()[^bb1] : () -> ()
^bb1:
  "cf.br"()[^bb2] : () -> ()
^bb2:
  }) : () -> ()
// -----
"func.return"() : () -> ()
// -----
"scf.yield"() : () -> ()
// -----
%0 = "t.a"() : () -> i32
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  "t.b"(%0) : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
 ^bb0(%c: i1):
  "cf.cond_br"(%c)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^bb1:
  %0 = "t.a"() : () -> i32
  "cf.br"()[^bb2] : () -> ()
^bb2:
  "t.b"(%0) : (i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"arith.foo"() : () -> ()
// -----
"func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
 ^bb0(%c: i1):
   "scf.if"(%c) ({
    "func.return"() : () -> ()
   }, {}) : (i1) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
 ^bb0(%c: i1):
   "scf.if"(%c) ({
    "scf.yield"() : () -> ()
   }) : (i1) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
 ^bb0(%c: i1):
   %0 = "arith.select"(%c, %c) : (i1, i1) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (memref<?xf32>, index) -> (), sym_name = "f"}> ({
 ^bb0(%m: memref<?xf32>, %i: index):
   %0 = "memref.load"(%m, %i, %i) : (memref<?xf32>, index, index) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (memref<?xf32>, index) -> (), sym_name = "f"}> ({
 ^bb0(%m: memref<?xf32>, %i: index):
   %0 = "memref.load"(%m, %i) : (memref<?xf32>, index) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (i32, i64) -> (), sym_name = "f"}> ({
 ^bb0(%m: i32, %i: i64):
   %0 = "arith.cmpi"(%m, %i) <{predicate = 1 : i64}> : (i32, i64) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (i32, i64) -> (), sym_name = "f"}> ({
 ^bb0(%m: i32, %i: i64):
   %0 = "arith.cmpi"(%m, %m) : (i32, i32) -> i1
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{function_type = (i32, i64) -> (), sym_name = "f"}> ({
 ^bb0(%m: i32, %i: i64):
   "cf.br"(%m)[^bb1] : (i32) -> ()
^bb1:
    "func.return"() : () -> ()
  }) : () -> ()
// -----
"func.func"() <{sym_name = "f"}> ({
  }) : () -> ()
// -----
%0 = toy.spoon %x : i32
// -----
func.fun @f()
// -----
func.func @a() {
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "secret"}> ({}) : () -> ()
  return
}
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({}) {sym_visibility = "secret"} : () -> ()
// -----
"builtin.module"() <{sym_name = "a", sym_visibility = "secret"}> ({^bb0:}) : () -> ()
// -----
"builtin.module"() <{sym_visibility = "secret"}> ({^bb0:}) : () -> ()
// -----
func.func @b() {
  "builtin.module"() <{sym_name = "a"}> ({^bb0:}) : () -> ()
  return
}
// -----
"builtin.module"() : () -> ()
// -----
module attributes {"é"} {}
// -----
func.func @f(%c: i1) {
  scf.if %c {
  }
}
// -----
"u.wrap"() ({
  func.func @f(%a: i32) -> i64 {
    call @g(%a) : (i32) -> ()
    return %a : i32
  }
  func.func @g(%a: i32) {
    return
  }
}) : () -> ()
// -----
module {
  func.func @f() {
    "scf.yield"() : () -> ()
  }
}
"u.wrap"() ({
  "scf.yield"() : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
^bb0(%a: i1):
  "func.func"() <{function_type = (i1) -> (), sym_name = "f"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
func.func @f(%a: i32) {
  %0:2 = "cf.switch"(%a) : (i32) -> (i32, i32)
}
