#loc2 = loc("k1.mlir":4:15)
#loc3 = loc("k1.mlir":4:36)
#loc4 = loc("k1.mlir":4:57)
#loc5 = loc(unknown)
#loc6 = loc("k1.mlir":5:3)
#loc11 = loc("k1.mlir":13:14)
#loc12 = loc("k1.mlir":13:35)
#loc19 = loc("k1.mlir":21:16)
#loc20 = loc("k1.mlir":21:71)
#loc22 = loc("k1.mlir":22:14)
#loc24 = loc("k1.mlir":23:16)
#loc30 = loc("k1.mlir":32:16)
#loc31 = loc("k1.mlir":32:39)
#loc32 = loc("k1.mlir":32:50)
#loc37 = loc("k1.mlir":40:16)
#loc38 = loc("k1.mlir":40:25)
#loc40 = loc("k1.mlir":42:6)
#loc42 = loc("k1.mlir":43:21)
#loc43 = loc("k1.mlir":43:30)
#loc45 = loc("k1.mlir":46:8)
#loc46 = loc("k1.mlir":46:17)
#loc54 = loc("k1.mlir":54:6)
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<() -> (0)>
#map2 = affine_map<()[s0] -> (s0)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> (d0 + 3, d1 floordiv 2)>
#map7 = affine_map<(d0, d1) -> (d0, d1 * 2 - 1)>
#map8 = affine_map<(d0)[s0] -> (d0 + 10, s0)>
#set = affine_set<(d0, d1) : (d0 - d1 >= 0, d0 mod 2 == 0)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> (), sym_name = "mm"}> ({
  ^bb0(%arg20: memref<?x?xf32> loc("k1.mlir":4:15), %arg21: memref<?x?xf32> loc("k1.mlir":4:36), %arg22: memref<?x?xf32> loc("k1.mlir":4:57)):
    %14 = "arith.constant"() <{value = 1 : index}> : () -> index loc(#loc5)
    %15 = "arith.constant"() <{value = 0 : index}> : () -> index loc(#loc6)
    %16 = "memref.dim"(%arg20, %15) : (memref<?x?xf32>, index) -> index loc(#loc6)
    %17 = "memref.dim"(%arg20, %14) : (memref<?x?xf32>, index) -> index loc(#loc6)
    %18 = "memref.dim"(%arg21, %14) : (memref<?x?xf32>, index) -> index loc(#loc6)
    "affine.for"(%16) <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg23: index loc("k1.mlir":5:3)):
      "affine.for"(%18) <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = #map2}> ({
      ^bb0(%arg24: index loc("k1.mlir":5:3)):
        "affine.for"(%17) <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = #map2}> ({
        ^bb0(%arg25: index loc("k1.mlir":5:3)):
          %19 = "affine.load"(%arg20, %arg23, %arg25) <{map = #map}> : (memref<?x?xf32>, index, index) -> f32 loc(#loc6)
          %20 = "affine.load"(%arg21, %arg25, %arg24) <{map = #map}> : (memref<?x?xf32>, index, index) -> f32 loc(#loc6)
          %21 = "affine.load"(%arg22, %arg23, %arg24) <{map = #map}> : (memref<?x?xf32>, index, index) -> f32 loc(#loc6)
          %22 = "arith.mulf"(%19, %20) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(#loc7)
          %23 = "arith.addf"(%21, %22) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(#loc8)
          "affine.store"(%23, %arg22, %arg23, %arg24) <{map = #map}> : (f32, memref<?x?xf32>, index, index) -> () loc(#loc6)
          "affine.yield"() : () -> () loc(#loc6)
        }) : (index) -> () loc(#loc6)
        "affine.yield"() : () -> () loc(#loc6)
      }) : (index) -> () loc(#loc6)
      "affine.yield"() : () -> () loc(#loc6)
    }) : (index) -> () loc(#loc6)
    "func.return"() : () -> () loc(#loc9)
  }) : () -> () loc(#loc1)
  "func.func"() <{function_type = (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>, sym_name = "t"}> ({
  ^bb0(%arg13: tensor<4x8xf32> loc("k1.mlir":13:14), %arg14: tensor<8x16xf32> loc("k1.mlir":13:35)):
    %8 = "arith.constant"() <{value = 1.000000e-01 : f32}> : () -> f32 loc(#loc13)
    %9 = "tensor.empty"() : () -> tensor<4x16xf32> loc(#loc14)
    %10 = "linalg.fill"(%8, %9) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg18: f32 loc(unknown), %arg19: f32 loc(unknown)):
      "linalg.yield"(%arg18) : (f32) -> () loc(#loc5)
    }) : (f32, tensor<4x16xf32>) -> tensor<4x16xf32> loc(#loc15)
    %11 = "linalg.matmul"(%arg13, %arg14, %10) <{indexing_maps = [#map3, #map4, #map5], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg15: f32 loc(unknown), %arg16: f32 loc(unknown), %arg17: f32 loc(unknown)):
      %12 = "arith.mulf"(%arg15, %arg16) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(#loc5)
      %13 = "arith.addf"(%arg17, %12) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(#loc5)
      "linalg.yield"(%13) : (f32) -> () loc(#loc5)
    }) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> loc(#loc16)
    "func.return"(%11) : (tensor<4x16xf32>) -> () loc(#loc17)
  }) : () -> () loc(#loc10)
  "func.func"() <{function_type = (memref<100x100xf32, strided<[100, 1], offset: ?>>, index) -> (), sym_name = "aff"}> ({
  ^bb0(%arg9: memref<100x100xf32, strided<[100, 1], offset: ?>> loc("k1.mlir":21:16), %arg10: index loc("k1.mlir":21:71)):
    "affine.for"(%arg10) <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = #map2}> ({
    ^bb0(%arg11: index loc("k1.mlir":22:14)):
      "affine.for"(%arg11, %arg10) <{lowerBoundMap = #map1, operandSegmentSizes = array<i32: 0, 2, 0>, step = 2 : index, upperBoundMap = #map8}> ({
      ^bb0(%arg12: index loc("k1.mlir":23:16)):
        "affine.if"(%arg11, %arg12) <{condition = #set}> ({
          %7 = "affine.load"(%arg9, %arg11, %arg12) <{map = #map6}> : (memref<100x100xf32, strided<[100, 1], offset: ?>>, index, index) -> f32 loc(#loc26)
          "affine.store"(%7, %arg9, %arg11, %arg12) <{map = #map7}> : (f32, memref<100x100xf32, strided<[100, 1], offset: ?>>, index, index) -> () loc(#loc27)
          "affine.yield"() : () -> () loc(#loc25)
        }, {
        }) : (index, index) -> () loc(#loc25)
        "affine.yield"() : () -> () loc(#loc23)
      }) : (index, index) -> () loc(#loc23)
      "affine.yield"() : () -> () loc(#loc21)
    }) : (index) -> () loc(#loc21)
    "func.return"() : () -> () loc(#loc28)
  }) : () -> () loc(#loc18)
  "func.func"() <{function_type = (vector<4x[8]xf32>, index, memref<?x?xf32, 3>) -> vector<[8]xf32>, sym_name = "vec"}> ({
  ^bb0(%arg6: vector<4x[8]xf32> loc("k1.mlir":32:16), %arg7: index loc("k1.mlir":32:39), %arg8: memref<?x?xf32, 3> loc("k1.mlir":32:50)):
    %6 = "vector.extract"(%arg6) <{static_position = array<i64: 2>}> : (vector<4x[8]xf32>) -> vector<[8]xf32> loc(#loc33)
    "func.return"(%6) : (vector<[8]xf32>) -> () loc(#loc34)
  }) : () -> () loc(#loc29)
  "func.func"() <{arg_attrs = [{llvm.noundef}, {}], function_type = (i32, !llvm.ptr) -> tuple<i32, f32>, res_attrs = [{foo.bar = 1 : i8}], sym_name = "ext", sym_visibility = "private"}> ({
  }) : () -> () loc(#loc35)
  "func.func"() <{function_type = (i32, i1) -> i32, sym_name = "cfg"}> ({
  ^bb0(%arg0: i32 loc("k1.mlir":40:16), %arg1: i1 loc("k1.mlir":40:25)):
    %0 = "arith.constant"() <{value = 7 : i32}> : () -> i32 loc(#loc5)
    "cf.cond_br"(%arg1, %arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> () loc(#loc39)
  ^bb1(%1: i32 loc("k1.mlir":42:6)):  // 2 preds: ^bb0, ^bb2
    %2:2 = "scf.while"(%1, %arg0) ({
    ^bb0(%arg4: i32 loc("k1.mlir":43:21), %arg5: i32 loc("k1.mlir":43:30)):
      "scf.condition"(%arg1, %arg4, %arg5) : (i1, i32, i32) -> () loc(#loc44)
    }, {
    ^bb0(%arg2: i32 loc("k1.mlir":46:8), %arg3: i32 loc("k1.mlir":46:17)):
      %5 = "arith.addi"(%arg2, %arg3) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32 loc(#loc47)
      "scf.yield"(%5, %arg3) : (i32, i32) -> () loc(#loc48)
    }) : (i32, i32) -> (i32, i32) loc(#loc41)
    "cf.br"(%2#1)[^bb3] : (i32) -> () loc(#loc49)
  ^bb2:  // pred: ^bb0
    %3 = "scf.if"(%arg1) ({
      "scf.yield"(%arg0) : (i32) -> () loc(#loc51)
    }, {
      "scf.yield"(%0) : (i32) -> () loc(#loc52)
    }) : (i1) -> i32 loc(#loc50)
    "cf.switch"(%arg0, %3, %arg0, %3)[^bb3, ^bb3, ^bb1] <{case_operand_segments = array<i32: 1, 1>, case_values = dense<[42, 43]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, i32, i32, i32) -> () loc(#loc53)
  ^bb3(%4: i32 loc("k1.mlir":54:6)):  // 3 preds: ^bb1, ^bb2, ^bb2
    "func.return"(%4) : (i32) -> () loc(#loc55)
  }) : () -> () loc(#loc36)
}) : () -> () loc(#loc)
#loc = loc("k1.mlir":0:0)
#loc1 = loc("k1.mlir":4:1)
#loc7 = loc("k1.mlir":7:10)
#loc8 = loc("k1.mlir":8:10)
#loc9 = loc("k1.mlir":11:3)
#loc10 = loc("k1.mlir":13:1)
#loc13 = loc("k1.mlir":14:10)
#loc14 = loc("k1.mlir":15:8)
#loc15 = loc("k1.mlir":16:8)
#loc16 = loc("k1.mlir":17:8)
#loc17 = loc("k1.mlir":19:3)
#loc18 = loc("k1.mlir":21:1)
#loc21 = loc("k1.mlir":22:3)
#loc23 = loc("k1.mlir":23:5)
#loc25 = loc("k1.mlir":24:7)
#loc26 = loc("k1.mlir":25:14)
#loc27 = loc("k1.mlir":26:9)
#loc28 = loc("k1.mlir":30:3)
#loc29 = loc("k1.mlir":32:1)
#loc33 = loc("k1.mlir":33:8)
#loc34 = loc("k1.mlir":37:3)
#loc35 = loc("k1.mlir":39:1)
#loc36 = loc("k1.mlir":40:1)
#loc39 = loc("k1.mlir":41:3)
#loc41 = loc("k1.mlir":43:10)
#loc44 = loc("k1.mlir":44:5)
#loc47 = loc("k1.mlir":47:10)
#loc48 = loc("k1.mlir":48:5)
#loc49 = loc("k1.mlir":50:3)
#loc50 = loc("k1.mlir":52:8)
#loc51 = loc("k1.mlir":52:27)
#loc52 = loc("k1.mlir":52:83)
#loc53 = loc("k1.mlir":53:3)
#loc55 = loc("k1.mlir":55:3)

