#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0 + 3, d1 floordiv 2)>
#map4 = affine_map<(d0, d1) -> (d0, d1 * 2 - 1)>
#map5 = affine_map<() -> (0)>
#map6 = affine_map<(d0)[s0] -> (d0 + 10, s0)>
#map7 = affine_map<()[s0] -> (s0)>
#map8 = affine_map<(d0, d1) -> (d0, d1)>
#set = affine_set<(d0, d1) : (d0 - d1 >= 0, d0 mod 2 == 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> (), sym_name = "mm"}> ({
  ^bb0(%arg20: memref<?x?xf32>, %arg21: memref<?x?xf32>, %arg22: memref<?x?xf32>):
    "linalg.generic"(%arg20, %arg21, %arg22) <{indexing_maps = [#map, #map1, #map2], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg23: f32, %arg24: f32, %arg25: f32):
      %18 = "arith.mulf"(%arg23, %arg24) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %19 = "arith.addf"(%arg25, %18) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%19) : (f32) -> ()
    }) : (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>, sym_name = "t"}> ({
  ^bb0(%arg13: tensor<4x8xf32>, %arg14: tensor<8x16xf32>):
    %11 = "arith.constant"() <{value = 1.000000e-01 : f32}> : () -> f32
    %12 = "tensor.empty"() : () -> tensor<4x16xf32>
    %13 = "linalg.fill"(%11, %12) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg18: f32, %arg19: f32):
      "linalg.yield"(%arg18) : (f32) -> ()
    }) : (f32, tensor<4x16xf32>) -> tensor<4x16xf32>
    %14 = "linalg.matmul"(%arg13, %arg14, %13) <{indexing_maps = [#map, #map1, #map2], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg15: f32, %arg16: f32, %arg17: f32):
      %16 = "arith.mulf"(%arg15, %arg16) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %17 = "arith.addf"(%arg17, %16) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%17) : (f32) -> ()
    }) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
    %15 = "arith.constant"() <{value = dense<[[1.000000e+00, 2.500000e+00], [3.000000e+10, -0.000000e+00]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
    "func.return"(%14) : (tensor<4x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<100x100xf32, strided<[100, 1], offset: ?>>, index) -> (), sym_name = "aff"}> ({
  ^bb0(%arg9: memref<100x100xf32, strided<[100, 1], offset: ?>>, %arg10: index):
    "affine.for"(%arg10) <{lowerBoundMap = #map5, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = #map7}> ({
    ^bb0(%arg11: index):
      "affine.for"(%arg11, %arg10) <{lowerBoundMap = #map5, operandSegmentSizes = array<i32: 0, 2, 0>, step = 2 : index, upperBoundMap = #map6}> ({
      ^bb0(%arg12: index):
        "affine.if"(%arg11, %arg12) <{condition = #set}> ({
          %10 = "affine.load"(%arg9, %arg11, %arg12) <{map = #map3}> : (memref<100x100xf32, strided<[100, 1], offset: ?>>, index, index) -> f32
          "affine.store"(%10, %arg9, %arg11, %arg12) <{map = #map4}> : (f32, memref<100x100xf32, strided<[100, 1], offset: ?>>, index, index) -> ()
          "affine.yield"() : () -> ()
        }, {
        }) : (index, index) -> ()
        "affine.yield"() : () -> ()
      }) : (index, index) -> ()
      "affine.yield"() : () -> ()
    }) : (index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<4x[8]xf32>, index, memref<?x?xf32, 3>) -> vector<[8]xf32>, sym_name = "vec"}> ({
  ^bb0(%arg6: vector<4x[8]xf32>, %arg7: index, %arg8: memref<?x?xf32, 3>):
    %6 = "vector.extract"(%arg6) <{static_position = array<i64: 2>}> : (vector<4x[8]xf32>) -> vector<[8]xf32>
    %7 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %8 = "vector.transfer_read"(%arg8, %arg7, %arg7, %7) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map8}> : (memref<?x?xf32, 3>, index, index, f32) -> vector<4x4xf32>
    %9 = "vector.contract"(%8, %8, %8) <{indexing_maps = [#map, #map1, #map2], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4x4xf32>, vector<4x4xf32>, vector<4x4xf32>) -> vector<4x4xf32>
    "func.return"(%6) : (vector<[8]xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{llvm.noundef}, {}], function_type = (i32, !llvm.ptr) -> tuple<i32, f32>, res_attrs = [{foo.bar = 1 : i8}], sym_name = "ext", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "cfg"}> ({
  ^bb0(%arg0: i32, %arg1: i1):
    "cf.cond_br"(%arg1, %arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
    %1:2 = "scf.while"(%0, %arg0) ({
    ^bb0(%arg4: i32, %arg5: i32):
      "scf.condition"(%arg1, %arg4, %arg5) : (i1, i32, i32) -> ()
    }, {
    ^bb0(%arg2: i32, %arg3: i32):
      %5 = "arith.addi"(%arg2, %arg3) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
      "scf.yield"(%5, %arg3) : (i32, i32) -> ()
    }) : (i32, i32) -> (i32, i32)
    "cf.br"(%1#1)[^bb3] : (i32) -> ()
  ^bb2:  // pred: ^bb0
    %2 = "scf.if"(%arg1) ({
      "scf.yield"(%arg0) : (i32) -> ()
    }, {
      %4 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      "scf.yield"(%4) : (i32) -> ()
    }) : (i1) -> i32
    "cf.switch"(%arg0, %2, %arg0, %2)[^bb3, ^bb3, ^bb1] <{case_operand_segments = array<i32: 1, 1>, case_values = dense<[42, 43]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, i32, i32, i32) -> ()
  ^bb3(%3: i32):  // 3 preds: ^bb1, ^bb2, ^bb2
    "func.return"(%3) : (i32) -> ()
  }) : () -> ()
}) : () -> ()

