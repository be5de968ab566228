%m, %i = "t.v"() : () -> (memref<4xf32>, index)
%0 = "memref.load"(%m, %i) <{alignment = "x", nontemporal = 3}> : (memref<4xf32>, index) -> f32
// -----
%m, %i = "t.v"() : () -> (memref<4xf32>, index)
%0 = "memref.load"(%m, %i) <{alignment = 3 : i64, nontemporal = 3}> : (memref<4xf32>, index) -> f32
// -----
%m, %i = "t.v"() : () -> (memref<4xf32>, index)
%0 = "memref.load"(%m, %i) {alignment = "x", nontemporal = 3} : (memref<4xf32>, index) -> f32
// -----
%m, %i = "t.v"() : () -> (memref<4xf32>, index)
"memref.prefetch"(%m, %i) : (memref<4xf32>, index) -> ()
// -----
%m, %i = "t.v"() : () -> (memref<4xf32>, index)
"memref.prefetch"(%m, %i) <{isWrite = 3, localityHint = "a", isDataCache = 4}> : (memref<4xf32>, index) -> ()
// -----
"memref.global"() <{type = 3, sym_name = 4, constant = 5}> : () -> ()
// -----
"memref.global"() {type = 3, sym_name = 4, constant = 5} : () -> ()
// -----
"memref.global"() <{sym_name = "a", alignment = 3 : i64}> : () -> ()
// -----
"memref.global"() <{sym_name = "a", alignment = 3 : i64, type = i32}> : () -> ()
// -----
"func.func"() <{}> ({}): () -> ()
// -----
"func.func"() <{arg_attrs = [1], function_type = i32, no_inline, sym_name = "a", sym_visibility = "x"}> ({}): () -> ()
// -----
"func.func"() <{arg_attrs = 1, function_type = 2, no_inline = 4, sym_name = 5, sym_visibility = 6}> ({}): () -> ()
// -----
%a = "t.v"() : () -> i32
"cf.switch"(%a) <{}> : (i32) -> ()
// -----
"func.func"() <{function_type = (i32)-> (), sym_name = "a"}> ({
^bb0(%a: i32):
"cf.switch"(%a)[^bb0] <{case_operand_segments = 3, operandSegmentSizes = 4, case_values = 5}> : (i32) -> ()
}): () -> ()
// -----
%a = "t.v"() : () -> f32
"arith.cmpf"(%a, %a) <{fastmath = 3, predicate = 3}> : (f32, f32) -> i1
// -----
%a = "t.v"() : () -> f32
"arith.cmpf"(%a, %a) {fastmath = 3, predicate = 42} : (f32, f32) -> i1
// -----
%a = "t.v"() : () -> f32
"arith.truncf"(%a) {fastmath = 3, roundingmode = 42} : (f32) -> f16
// -----
%a = "t.v"() : () -> f32
"arith.cmpf"(%a, %a) <3> : (f32, f32) -> i1
// -----
%a = "t.v"() : () -> f32
"arith.cmpf"(%a, %a) <{predicate = 1 : i64, foo = 3}> : (f32, f32) -> i1
// -----
%m = "t.v"() : () -> memref<2x3x4xf32>
%r = memref.collapse_shape %m [1, 2] : memref<2x3x4xf32> into memref<6x4xf32>
// -----
%m = "t.v"() : () -> memref<2x3x4xf32>
%r = memref.collapse_shape %m 5 : memref<2x3x4xf32> into memref<6x4xf32>
// -----
%m = "t.v"() : () -> memref<4xf32>
%r = memref.assume_alignment %m, "a" : memref<4xf32>
// -----
%m = "t.v"() : () -> memref<4xf32>
%r = memref.assume_alignment %m, -4 : memref<4xf32>
// -----
%m = "t.v"() : () -> memref<4xf32>
memref.prefetch %m[], read, locality<4>, data : memref<4xf32>
// -----
%m = "t.v"() : () -> memref<4xf32>
%i = "t.v"() : () -> index
memref.prefetch %m[%i], read, locality<4>, data : memref<4xf32>
// -----
%m, %i = "t.v"() : () -> (memref<4xf32>, index)
%0 = memref.load %m[%i] {alignment = 3 : i64} : memref<4xf32>
// -----
%m, %i = "t.v"() : () -> (memref<4xf32>, index)
%0 = memref.load %m[%i] {alignment = "x", nontemporal = 3} : memref<4xf32>
// -----
%0 = ub.poison <5> : i32
// -----
memref.global @x : memref<4xf32> {alignment = 7}
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
  "cf.switch"(%a)[^bb1, ^bb1, ^bb1] <{case_operand_segments = array<i32>, case_values = dense<1> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> ()
^bb1:
  "func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
  "cf.switch"(%a)[^bb1, ^bb1, ^bb1] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<[1, 1]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  "func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
  "cf.switch"(%a, %a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 2>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
^bb1:
  "func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
  "cf.switch"(%a)[^bb1] <{case_operand_segments = array<i32>, case_values = dense<[]> : tensor<0xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  "func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
  "cf.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : tensor<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  "func.return"() : () -> ()
}) : () -> ()
