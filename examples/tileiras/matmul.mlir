"gpu.module"() <{slots = 2 : i32, sym_name = "device"}> ({
  "nv_tileaa.func"() <{sym_name = "matmul"}> ({
    %a = "nv_tileaa.load"() : () -> tensor<16x16xf16>
    %b = "nv_tileaa.load"() : () -> tensor<16x16xf16>
    %unused = "nv_tileaa.mma"(%a, %a) : (tensor<16x16xf16>, tensor<16x16xf16>) -> tensor<16x16xf16>
    %c = "nv_tileaa.mma"(%a, %b) : (tensor<16x16xf16>, tensor<16x16xf16>) -> tensor<16x16xf16>
    "nv_tileaa.store"(%c) : (tensor<16x16xf16>) -> ()
  }) : () -> ()
}) : () -> ()
