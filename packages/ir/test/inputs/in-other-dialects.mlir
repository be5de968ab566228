#map = affine_map<() -> (0)>
#map1 = affine_map<() -> (8)>
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
  "gpu.module"() <{sym_name = "kernels"}> ({
    "memref.global"() <{sym_name = "g", type = memref<4xf32>}> : () -> ()
    "func.func"() <{function_type = () -> (), sym_name = "device"}> ({
      %2 = "memref.get_global"() <{name = @g}> : () -> memref<4xf32>
      "func.call"() <{callee = @device}> : () -> ()
      "func.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
  "acc.private.recipe"() <{sym_name = "recipe", type = memref<i32>}> ({
  ^bb0(%arg2: memref<i32>):
    %1 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<i32>
    "acc.yield"(%1) : (memref<i32>) -> ()
  }, {
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "main"}> ({
    "affine.for"() <{lowerBoundMap = #map, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map1}> ({
    ^bb0(%arg1: index):
      "func.call"() <{callee = @f}> : () -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    %0 = "spirv.Constant"() <{value = dense<[1, 2, 3]> : !spirv.arm.tensor<3xi32>}> : () -> !spirv.arm.tensor<3xi32>
    "scf.forall"() <{mapping = [#gpu.warp<x>, #gpu.mask<51>], operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 2>}> ({
    ^bb0(%arg0: index):
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
