"builtin.module"() ({
  "gpu.module"() <{slots = 2 : i32, sym_name = "device"}> ({
    "llvm.func"() <{sym_name = "matmul"}> ({
      %0 = "nv_tileaa.load"() {tileas.cycle = 0 : i32} : () -> tensor<16x16xf16>
      %1 = "nv_tileaa.load"() {tileas.cycle = 0 : i32} : () -> tensor<16x16xf16>
      %2 = "nv_tileaa.mma"(%0, %1) {tileas.cycle = 4 : i32} : (tensor<16x16xf16>, tensor<16x16xf16>) -> tensor<16x16xf16>
      "nv_tileaa.store"(%2) {tileas.cycle = 7 : i32} : (tensor<16x16xf16>) -> ()
    }) {tileas.ii = 2 : i32, tileas.tiles = 4 : i32} : () -> ()
  }) : () -> ()
}) : () -> ()
