"builtin.module"() <{sym_name = "classifier"}> ({
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<[1.000000e-01, -2.000000e-01, 3.000000e-01, 0.000000e+00, 5.000000e-01, -6.000000e-01, 0.699999988, 8.000000e-01, -0.899999976, 1.000000e+00, 1.100000e+00, -1.200000e+00, 1.300000e+00, 1.400000e+00, 0.000000e+00, -1.600000e+00]> : tensor<16xf32>, sym_name = "__constant_16xf32", sym_visibility = "private", type = memref<16xf32>}> : () -> ()
  "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<1.111110e-01> : tensor<3x3x3x16xf32>, sym_name = "__constant_3x3x3x16xf32", sym_visibility = "private", type = memref<3x3x3x16xf32>}> : () -> ()
  "func.func"() <{function_type = (memref<?x14x14x16xf32>, memref<16xf32>) -> memref<?x14x14x16xf32>, sym_name = "add_bias", sym_visibility = "private"}> ({
  ^bb0(%arg64: memref<?x14x14x16xf32>, %arg65: memref<16xf32>):
    %296 = "arith.constant"() <{value = 0 : index}> : () -> index
    %297 = "memref.dim"(%arg64, %296) : (memref<?x14x14x16xf32>, index) -> index
    %298 = "arith.constant"() <{value = 0 : index}> : () -> index
    %299 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%298, %297, %299) ({
    ^bb0(%arg66: index):
      %300 = "arith.constant"() <{value = 0 : index}> : () -> index
      %301 = "arith.constant"() <{value = 14 : index}> : () -> index
      %302 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%300, %301, %302) ({
      ^bb0(%arg67: index):
        %303 = "arith.constant"() <{value = 0 : index}> : () -> index
        %304 = "arith.constant"() <{value = 14 : index}> : () -> index
        %305 = "arith.constant"() <{value = 1 : index}> : () -> index
        "scf.for"(%303, %304, %305) ({
        ^bb0(%arg68: index):
          %306 = "arith.constant"() <{value = 0 : index}> : () -> index
          %307 = "arith.constant"() <{value = 16 : index}> : () -> index
          %308 = "arith.constant"() <{value = 4 : index}> : () -> index
          "scf.for"(%306, %307, %308) ({
          ^bb0(%arg69: index):
            %309 = "memref.load"(%arg64, %arg66, %arg67, %arg68, %arg69) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %310 = "memref.load"(%arg65, %arg69) <{nontemporal = false}> : (memref<16xf32>, index) -> f32
            %311 = "arith.addf"(%309, %310) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%311, %arg64, %arg66, %arg67, %arg68, %arg69) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %312 = "arith.constant"() <{value = 1 : index}> : () -> index
            %313 = "arith.addi"(%arg69, %312) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %314 = "memref.load"(%arg64, %arg66, %arg67, %arg68, %313) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %315 = "memref.load"(%arg65, %313) <{nontemporal = false}> : (memref<16xf32>, index) -> f32
            %316 = "arith.addf"(%314, %315) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%316, %arg64, %arg66, %arg67, %arg68, %313) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %317 = "arith.constant"() <{value = 2 : index}> : () -> index
            %318 = "arith.addi"(%arg69, %317) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %319 = "memref.load"(%arg64, %arg66, %arg67, %arg68, %318) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %320 = "memref.load"(%arg65, %318) <{nontemporal = false}> : (memref<16xf32>, index) -> f32
            %321 = "arith.addf"(%319, %320) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%321, %arg64, %arg66, %arg67, %arg68, %318) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %322 = "arith.constant"() <{value = 3 : index}> : () -> index
            %323 = "arith.addi"(%arg69, %322) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %324 = "memref.load"(%arg64, %arg66, %arg67, %arg68, %323) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %325 = "memref.load"(%arg65, %323) <{nontemporal = false}> : (memref<16xf32>, index) -> f32
            %326 = "arith.addf"(%324, %325) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%326, %arg64, %arg66, %arg67, %arg68, %323) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            "scf.yield"() : () -> ()
          }) : (index, index, index) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"(%arg64) : (memref<?x14x14x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<?x14x14x16xf32>) -> memref<?x14x14x16xf32>, sym_name = "relu6", sym_visibility = "private"}> ({
  ^bb0(%arg59: memref<?x14x14x16xf32>):
    %263 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %264 = "arith.constant"() <{value = 6.000000e+00 : f32}> : () -> f32
    %265 = "arith.constant"() <{value = 0 : index}> : () -> index
    %266 = "memref.dim"(%arg59, %265) : (memref<?x14x14x16xf32>, index) -> index
    %267 = "arith.constant"() <{value = 0 : index}> : () -> index
    %268 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%267, %266, %268) ({
    ^bb0(%arg60: index):
      %269 = "arith.constant"() <{value = 0 : index}> : () -> index
      %270 = "arith.constant"() <{value = 14 : index}> : () -> index
      %271 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%269, %270, %271) ({
      ^bb0(%arg61: index):
        %272 = "arith.constant"() <{value = 0 : index}> : () -> index
        %273 = "arith.constant"() <{value = 14 : index}> : () -> index
        %274 = "arith.constant"() <{value = 1 : index}> : () -> index
        "scf.for"(%272, %273, %274) ({
        ^bb0(%arg62: index):
          %275 = "arith.constant"() <{value = 0 : index}> : () -> index
          %276 = "arith.constant"() <{value = 16 : index}> : () -> index
          %277 = "arith.constant"() <{value = 4 : index}> : () -> index
          "scf.for"(%275, %276, %277) ({
          ^bb0(%arg63: index):
            %278 = "memref.load"(%arg59, %arg60, %arg61, %arg62, %arg63) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %279 = "arith.maximumf"(%278, %263) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            %280 = "arith.minimumf"(%279, %264) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%280, %arg59, %arg60, %arg61, %arg62, %arg63) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %281 = "arith.constant"() <{value = 1 : index}> : () -> index
            %282 = "arith.addi"(%arg63, %281) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %283 = "memref.load"(%arg59, %arg60, %arg61, %arg62, %282) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %284 = "arith.maximumf"(%283, %263) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            %285 = "arith.minimumf"(%284, %264) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%285, %arg59, %arg60, %arg61, %arg62, %282) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %286 = "arith.constant"() <{value = 2 : index}> : () -> index
            %287 = "arith.addi"(%arg63, %286) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %288 = "memref.load"(%arg59, %arg60, %arg61, %arg62, %287) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %289 = "arith.maximumf"(%288, %263) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            %290 = "arith.minimumf"(%289, %264) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%290, %arg59, %arg60, %arg61, %arg62, %287) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %291 = "arith.constant"() <{value = 3 : index}> : () -> index
            %292 = "arith.addi"(%arg63, %291) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %293 = "memref.load"(%arg59, %arg60, %arg61, %arg62, %292) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %294 = "arith.maximumf"(%293, %263) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            %295 = "arith.minimumf"(%294, %264) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%295, %arg59, %arg60, %arg61, %arg62, %292) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            "scf.yield"() : () -> ()
          }) : (index, index, index) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"(%arg59) : (memref<?x14x14x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<?x14x14x16xf32>, f32) -> memref<?x14x14x16xf32>, sym_name = "leaky_relu", sym_visibility = "private"}> ({
  ^bb0(%arg53: memref<?x14x14x16xf32>, %arg54: f32):
    %232 = "arith.constant"() <{value = 0 : index}> : () -> index
    %233 = "memref.dim"(%arg53, %232) : (memref<?x14x14x16xf32>, index) -> index
    %234 = "arith.constant"() <{value = 0 : index}> : () -> index
    %235 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%234, %233, %235) ({
    ^bb0(%arg55: index):
      %236 = "arith.constant"() <{value = 0 : index}> : () -> index
      %237 = "arith.constant"() <{value = 14 : index}> : () -> index
      %238 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%236, %237, %238) ({
      ^bb0(%arg56: index):
        %239 = "arith.constant"() <{value = 0 : index}> : () -> index
        %240 = "arith.constant"() <{value = 14 : index}> : () -> index
        %241 = "arith.constant"() <{value = 1 : index}> : () -> index
        "scf.for"(%239, %240, %241) ({
        ^bb0(%arg57: index):
          %242 = "arith.constant"() <{value = 0 : index}> : () -> index
          %243 = "arith.constant"() <{value = 16 : index}> : () -> index
          %244 = "arith.constant"() <{value = 4 : index}> : () -> index
          "scf.for"(%242, %243, %244) ({
          ^bb0(%arg58: index):
            %245 = "memref.load"(%arg53, %arg55, %arg56, %arg57, %arg58) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %246 = "arith.mulf"(%245, %arg54) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            %247 = "arith.maximumf"(%245, %246) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%247, %arg53, %arg55, %arg56, %arg57, %arg58) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %248 = "arith.constant"() <{value = 1 : index}> : () -> index
            %249 = "arith.addi"(%arg58, %248) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %250 = "memref.load"(%arg53, %arg55, %arg56, %arg57, %249) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %251 = "arith.mulf"(%250, %arg54) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            %252 = "arith.maximumf"(%250, %251) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%252, %arg53, %arg55, %arg56, %arg57, %249) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %253 = "arith.constant"() <{value = 2 : index}> : () -> index
            %254 = "arith.addi"(%arg58, %253) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %255 = "memref.load"(%arg53, %arg55, %arg56, %arg57, %254) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %256 = "arith.mulf"(%255, %arg54) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            %257 = "arith.maximumf"(%255, %256) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%257, %arg53, %arg55, %arg56, %arg57, %254) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %258 = "arith.constant"() <{value = 3 : index}> : () -> index
            %259 = "arith.addi"(%arg58, %258) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %260 = "memref.load"(%arg53, %arg55, %arg56, %arg57, %259) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
            %261 = "arith.mulf"(%260, %arg54) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            %262 = "arith.maximumf"(%260, %261) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
            "memref.store"(%262, %arg53, %arg55, %arg56, %arg57, %259) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            "scf.yield"() : () -> ()
          }) : (index, index, index) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"(%arg53) : (memref<?x14x14x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<?x7x7x16xf32>) -> memref<?x14x14x16xf32>, sym_name = "upsample", sym_visibility = "private"}> ({
  ^bb0(%arg48: memref<?x7x7x16xf32>):
    %199 = "arith.constant"() <{value = 2 : index}> : () -> index
    %200 = "arith.constant"() <{value = 0 : index}> : () -> index
    %201 = "memref.dim"(%arg48, %200) : (memref<?x7x7x16xf32>, index) -> index
    %202 = "memref.alloc"(%201) <{alignment = 64 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x14x14x16xf32>
    %203 = "arith.constant"() <{value = 0 : index}> : () -> index
    %204 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%203, %201, %204) ({
    ^bb0(%arg49: index):
      %205 = "arith.constant"() <{value = 0 : index}> : () -> index
      %206 = "arith.constant"() <{value = 14 : index}> : () -> index
      %207 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%205, %206, %207) ({
      ^bb0(%arg50: index):
        %208 = "arith.constant"() <{value = 0 : index}> : () -> index
        %209 = "arith.constant"() <{value = 14 : index}> : () -> index
        %210 = "arith.constant"() <{value = 1 : index}> : () -> index
        "scf.for"(%208, %209, %210) ({
        ^bb0(%arg51: index):
          %211 = "arith.constant"() <{value = 0 : index}> : () -> index
          %212 = "arith.constant"() <{value = 16 : index}> : () -> index
          %213 = "arith.constant"() <{value = 4 : index}> : () -> index
          "scf.for"(%211, %212, %213) ({
          ^bb0(%arg52: index):
            %214 = "arith.floordivsi"(%arg50, %199) : (index, index) -> index
            %215 = "arith.floordivsi"(%arg51, %199) : (index, index) -> index
            %216 = "memref.load"(%arg48, %arg49, %214, %215, %arg52) <{nontemporal = false}> : (memref<?x7x7x16xf32>, index, index, index, index) -> f32
            "memref.store"(%216, %202, %arg49, %arg50, %arg51, %arg52) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %217 = "arith.constant"() <{value = 1 : index}> : () -> index
            %218 = "arith.addi"(%arg52, %217) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %219 = "arith.floordivsi"(%arg50, %199) : (index, index) -> index
            %220 = "arith.floordivsi"(%arg51, %199) : (index, index) -> index
            %221 = "memref.load"(%arg48, %arg49, %219, %220, %218) <{nontemporal = false}> : (memref<?x7x7x16xf32>, index, index, index, index) -> f32
            "memref.store"(%221, %202, %arg49, %arg50, %arg51, %218) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %222 = "arith.constant"() <{value = 2 : index}> : () -> index
            %223 = "arith.addi"(%arg52, %222) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %224 = "arith.floordivsi"(%arg50, %199) : (index, index) -> index
            %225 = "arith.floordivsi"(%arg51, %199) : (index, index) -> index
            %226 = "memref.load"(%arg48, %arg49, %224, %225, %223) <{nontemporal = false}> : (memref<?x7x7x16xf32>, index, index, index, index) -> f32
            "memref.store"(%226, %202, %arg49, %arg50, %arg51, %223) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %227 = "arith.constant"() <{value = 3 : index}> : () -> index
            %228 = "arith.addi"(%arg52, %227) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            %229 = "arith.floordivsi"(%arg50, %199) : (index, index) -> index
            %230 = "arith.floordivsi"(%arg51, %199) : (index, index) -> index
            %231 = "memref.load"(%arg48, %arg49, %229, %230, %228) <{nontemporal = false}> : (memref<?x7x7x16xf32>, index, index, index, index) -> f32
            "memref.store"(%231, %202, %arg49, %arg50, %arg51, %228) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            "scf.yield"() : () -> ()
          }) : (index, index, index) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"(%202) : (memref<?x14x14x16xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<10x392xi8>, memref<10x25xf32>, index, index) -> f32, sym_name = "dequantize", sym_visibility = "private"}> ({
  ^bb0(%arg44: memref<10x392xi8>, %arg45: memref<10x25xf32>, %arg46: index, %arg47: index):
    %182 = "arith.constant"() <{value = 32 : index}> : () -> index
    %183 = "arith.constant"() <{value = 2 : index}> : () -> index
    %184 = "arith.constant"() <{value = 15 : i8}> : () -> i8
    %185 = "arith.constant"() <{value = 4 : i8}> : () -> i8
    %186 = "arith.constant"() <{value = 8 : i8}> : () -> i8
    %187 = "arith.floordivsi"(%arg47, %183) : (index, index) -> index
    %188 = "arith.remsi"(%arg47, %183) : (index, index) -> index
    %189 = "arith.floordivsi"(%arg47, %182) : (index, index) -> index
    %190 = "memref.load"(%arg44, %arg46, %187) <{nontemporal = false}> : (memref<10x392xi8>, index, index) -> i8
    %191 = "arith.index_cast"(%188) : (index) -> i8
    %192 = "arith.muli"(%191, %185) <{overflowFlags = #arith.overflow<none>}> : (i8, i8) -> i8
    %193 = "arith.shrui"(%190, %192) : (i8, i8) -> i8
    %194 = "arith.andi"(%193, %184) : (i8, i8) -> i8
    %195 = "arith.subi"(%194, %186) <{overflowFlags = #arith.overflow<none>}> : (i8, i8) -> i8
    %196 = "arith.sitofp"(%195) : (i8) -> f32
    %197 = "memref.load"(%arg45, %arg46, %189) <{nontemporal = false}> : (memref<10x25xf32>, index, index) -> f32
    %198 = "arith.mulf"(%196, %197) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%198) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<?x784xf32>, memref<10x392xi8>, memref<10x25xf32>) -> memref<?x10xf32>, sym_name = "fully_connected", sym_visibility = "private"}> ({
  ^bb0(%arg35: memref<?x784xf32>, %arg36: memref<10x392xi8>, %arg37: memref<10x25xf32>):
    %129 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %130 = "arith.constant"() <{value = 0 : index}> : () -> index
    %131 = "memref.dim"(%arg35, %130) : (memref<?x784xf32>, index) -> index
    %132 = "memref.alloc"(%131) <{alignment = 64 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x10xf32>
    %133 = "arith.constant"() <{value = 0 : index}> : () -> index
    %134 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%133, %131, %134) ({
    ^bb0(%arg41: index):
      %170 = "arith.constant"() <{value = 0 : index}> : () -> index
      %171 = "arith.constant"() <{value = 8 : index}> : () -> index
      %172 = "arith.constant"() <{value = 4 : index}> : () -> index
      "scf.for"(%170, %171, %172) ({
      ^bb0(%arg43: index):
        "memref.store"(%129, %132, %arg41, %arg43) <{nontemporal = false}> : (f32, memref<?x10xf32>, index, index) -> ()
        %176 = "arith.constant"() <{value = 1 : index}> : () -> index
        %177 = "arith.addi"(%arg43, %176) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        "memref.store"(%129, %132, %arg41, %177) <{nontemporal = false}> : (f32, memref<?x10xf32>, index, index) -> ()
        %178 = "arith.constant"() <{value = 2 : index}> : () -> index
        %179 = "arith.addi"(%arg43, %178) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        "memref.store"(%129, %132, %arg41, %179) <{nontemporal = false}> : (f32, memref<?x10xf32>, index, index) -> ()
        %180 = "arith.constant"() <{value = 3 : index}> : () -> index
        %181 = "arith.addi"(%arg43, %180) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        "memref.store"(%129, %132, %arg41, %181) <{nontemporal = false}> : (f32, memref<?x10xf32>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      %173 = "arith.constant"() <{value = 8 : index}> : () -> index
      %174 = "arith.constant"() <{value = 10 : index}> : () -> index
      %175 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%173, %174, %175) ({
      ^bb0(%arg42: index):
        "memref.store"(%129, %132, %arg41, %arg42) <{nontemporal = false}> : (f32, memref<?x10xf32>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %135 = "memref.dim"(%arg35, %130) : (memref<?x784xf32>, index) -> index
    %136 = "arith.constant"() <{value = 0 : index}> : () -> index
    %137 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%136, %135, %137) ({
    ^bb0(%arg38: index):
      %138 = "arith.constant"() <{value = 0 : index}> : () -> index
      %139 = "arith.constant"() <{value = 10 : index}> : () -> index
      %140 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%138, %139, %140) ({
      ^bb0(%arg39: index):
        %141 = "arith.constant"() <{value = 0 : index}> : () -> index
        %142 = "arith.constant"() <{value = 784 : index}> : () -> index
        %143 = "arith.constant"() <{value = 4 : index}> : () -> index
        "scf.for"(%141, %142, %143) ({
        ^bb0(%arg40: index):
          %144 = "memref.load"(%arg35, %arg38, %arg40) <{nontemporal = false}> : (memref<?x784xf32>, index, index) -> f32
          %145 = "memref.load"(%132, %arg38, %arg39) <{nontemporal = false}> : (memref<?x10xf32>, index, index) -> f32
          %146 = "func.call"(%arg36, %arg37, %arg39, %arg40) <{callee = @dequantize}> : (memref<10x392xi8>, memref<10x25xf32>, index, index) -> f32
          %147 = "arith.mulf"(%144, %146) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %148 = "arith.addf"(%145, %147) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "memref.store"(%148, %132, %arg38, %arg39) <{nontemporal = false}> : (f32, memref<?x10xf32>, index, index) -> ()
          %149 = "arith.constant"() <{value = 1 : index}> : () -> index
          %150 = "arith.addi"(%arg40, %149) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
          %151 = "memref.load"(%arg35, %arg38, %150) <{nontemporal = false}> : (memref<?x784xf32>, index, index) -> f32
          %152 = "memref.load"(%132, %arg38, %arg39) <{nontemporal = false}> : (memref<?x10xf32>, index, index) -> f32
          %153 = "func.call"(%arg36, %arg37, %arg39, %150) <{callee = @dequantize}> : (memref<10x392xi8>, memref<10x25xf32>, index, index) -> f32
          %154 = "arith.mulf"(%151, %153) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %155 = "arith.addf"(%152, %154) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "memref.store"(%155, %132, %arg38, %arg39) <{nontemporal = false}> : (f32, memref<?x10xf32>, index, index) -> ()
          %156 = "arith.constant"() <{value = 2 : index}> : () -> index
          %157 = "arith.addi"(%arg40, %156) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
          %158 = "memref.load"(%arg35, %arg38, %157) <{nontemporal = false}> : (memref<?x784xf32>, index, index) -> f32
          %159 = "memref.load"(%132, %arg38, %arg39) <{nontemporal = false}> : (memref<?x10xf32>, index, index) -> f32
          %160 = "func.call"(%arg36, %arg37, %arg39, %157) <{callee = @dequantize}> : (memref<10x392xi8>, memref<10x25xf32>, index, index) -> f32
          %161 = "arith.mulf"(%158, %160) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %162 = "arith.addf"(%159, %161) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "memref.store"(%162, %132, %arg38, %arg39) <{nontemporal = false}> : (f32, memref<?x10xf32>, index, index) -> ()
          %163 = "arith.constant"() <{value = 3 : index}> : () -> index
          %164 = "arith.addi"(%arg40, %163) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
          %165 = "memref.load"(%arg35, %arg38, %164) <{nontemporal = false}> : (memref<?x784xf32>, index, index) -> f32
          %166 = "memref.load"(%132, %arg38, %arg39) <{nontemporal = false}> : (memref<?x10xf32>, index, index) -> f32
          %167 = "func.call"(%arg36, %arg37, %arg39, %164) <{callee = @dequantize}> : (memref<10x392xi8>, memref<10x25xf32>, index, index) -> f32
          %168 = "arith.mulf"(%165, %167) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          %169 = "arith.addf"(%166, %168) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
          "memref.store"(%169, %132, %arg38, %arg39) <{nontemporal = false}> : (f32, memref<?x10xf32>, index, index) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "func.return"(%132) : (memref<?x10xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<?x10xf32>, index) -> (index, f32), sym_name = "best_class", sym_visibility = "private"}> ({
  ^bb0(%arg30: memref<?x10xf32>, %arg31: index):
    %120 = "arith.constant"() <{value = 0 : index}> : () -> index
    %121 = "arith.constant"() <{value = 1 : index}> : () -> index
    %122 = "arith.constant"() <{value = 10 : index}> : () -> index
    %123 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %124:2 = "scf.for"(%120, %122, %121, %120, %123) ({
    ^bb0(%arg32: index, %arg33: index, %arg34: f32):
      %125 = "memref.load"(%arg30, %arg31, %arg32) <{nontemporal = false}> : (memref<?x10xf32>, index, index) -> f32
      %126 = "arith.cmpf"(%125, %arg34) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %127 = "arith.select"(%126, %arg32, %arg33) : (i1, index, index) -> index
      %128 = "arith.maximumf"(%125, %arg34) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "scf.yield"(%127, %128) : (index, f32) -> ()
    }) : (index, index, index, index, f32) -> (index, f32)
    "func.return"(%124#0, %124#1) : (index, f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index) -> index, sym_name = "check_batch", sym_visibility = "private"}> ({
  ^bb0(%arg29: index):
    %114 = "arith.constant"() <{value = 8 : index}> : () -> index
    %115 = "arith.constant"() <{value = 0 : index}> : () -> index
    %116 = "arith.constant"() <{value = 1024 : index}> : () -> index
    %117 = "arith.cmpi"(%arg29, %115) <{predicate = 3 : i64}> : (index, index) -> i1
    "cf.cond_br"(%117)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:  // pred: ^bb0
    "func.return"(%115) : (index) -> ()
  ^bb2:  // pred: ^bb0
    %118 = "arith.cmpi"(%arg29, %116) <{predicate = 3 : i64}> : (index, index) -> i1
    "cf.assert"(%118) <{msg = "a batch has at most 1024 images"}> : (i1) -> ()
    %119 = "arith.ceildivsi"(%arg29, %114) : (index, index) -> index
    "func.return"(%119) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<?x30x30x3xf32>, memref<10x392xi8>, memref<10x25xf32>, memref<?xindex>) -> f32, sym_name = "classify"}> ({
  ^bb0(%arg0: memref<?x30x30x3xf32>, %arg1: memref<10x392xi8>, %arg2: memref<10x25xf32>, %arg3: memref<?xindex>):
    %0 = "arith.constant"() <{value = 1.111110e-01 : f32}> : () -> f32
    %1 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %2 = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
    %3 = "arith.constant"() <{value = 0 : index}> : () -> index
    %4 = "arith.constant"() <{value = 1 : index}> : () -> index
    %5 = "arith.constant"() <{value = 8 : index}> : () -> index
    %6 = "memref.get_global"() <{name = @__constant_16xf32}> : () -> memref<16xf32>
    %7 = "memref.dim"(%arg0, %3) : (memref<?x30x30x3xf32>, index) -> index
    %8 = "func.call"(%7) <{callee = @check_batch}> : (index) -> index
    %9 = "memref.alloc"(%7) <{alignment = 64 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x14x14x16xf32>
    %10 = "arith.constant"() <{value = 0 : index}> : () -> index
    %11 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%10, %7, %11) ({
    ^bb0(%arg25: index):
      %99 = "arith.constant"() <{value = 0 : index}> : () -> index
      %100 = "arith.constant"() <{value = 14 : index}> : () -> index
      %101 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%99, %100, %101) ({
      ^bb0(%arg26: index):
        %102 = "arith.constant"() <{value = 0 : index}> : () -> index
        %103 = "arith.constant"() <{value = 14 : index}> : () -> index
        %104 = "arith.constant"() <{value = 1 : index}> : () -> index
        "scf.for"(%102, %103, %104) ({
        ^bb0(%arg27: index):
          %105 = "arith.constant"() <{value = 0 : index}> : () -> index
          %106 = "arith.constant"() <{value = 16 : index}> : () -> index
          %107 = "arith.constant"() <{value = 4 : index}> : () -> index
          "scf.for"(%105, %106, %107) ({
          ^bb0(%arg28: index):
            "memref.store"(%1, %9, %arg25, %arg26, %arg27, %arg28) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %108 = "arith.constant"() <{value = 1 : index}> : () -> index
            %109 = "arith.addi"(%arg28, %108) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            "memref.store"(%1, %9, %arg25, %arg26, %arg27, %109) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %110 = "arith.constant"() <{value = 2 : index}> : () -> index
            %111 = "arith.addi"(%arg28, %110) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            "memref.store"(%1, %9, %arg25, %arg26, %arg27, %111) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            %112 = "arith.constant"() <{value = 3 : index}> : () -> index
            %113 = "arith.addi"(%arg28, %112) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            "memref.store"(%1, %9, %arg25, %arg26, %arg27, %113) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
            "scf.yield"() : () -> ()
          }) : (index, index, index) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %12 = "memref.dim"(%arg0, %3) : (memref<?x30x30x3xf32>, index) -> index
    %13 = "arith.constant"() <{value = 0 : index}> : () -> index
    %14 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%13, %12, %14) ({
    ^bb0(%arg18: index):
      %71 = "arith.constant"() <{value = 0 : index}> : () -> index
      %72 = "arith.constant"() <{value = 14 : index}> : () -> index
      %73 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%71, %72, %73) ({
      ^bb0(%arg19: index):
        %74 = "arith.constant"() <{value = 0 : index}> : () -> index
        %75 = "arith.constant"() <{value = 14 : index}> : () -> index
        %76 = "arith.constant"() <{value = 1 : index}> : () -> index
        "scf.for"(%74, %75, %76) ({
        ^bb0(%arg20: index):
          %77 = "arith.constant"() <{value = 0 : index}> : () -> index
          %78 = "arith.constant"() <{value = 16 : index}> : () -> index
          %79 = "arith.constant"() <{value = 1 : index}> : () -> index
          "scf.for"(%77, %78, %79) ({
          ^bb0(%arg21: index):
            %80 = "arith.constant"() <{value = 0 : index}> : () -> index
            %81 = "arith.constant"() <{value = 3 : index}> : () -> index
            %82 = "arith.constant"() <{value = 1 : index}> : () -> index
            "scf.for"(%80, %81, %82) ({
            ^bb0(%arg22: index):
              %83 = "arith.constant"() <{value = 0 : index}> : () -> index
              %84 = "arith.constant"() <{value = 3 : index}> : () -> index
              %85 = "arith.constant"() <{value = 1 : index}> : () -> index
              "scf.for"(%83, %84, %85) ({
              ^bb0(%arg23: index):
                %86 = "arith.constant"() <{value = 0 : index}> : () -> index
                %87 = "arith.constant"() <{value = 3 : index}> : () -> index
                %88 = "arith.constant"() <{value = 1 : index}> : () -> index
                "scf.for"(%86, %87, %88) ({
                ^bb0(%arg24: index):
                  %89 = "arith.constant"() <{value = 2 : index}> : () -> index
                  %90 = "arith.muli"(%arg19, %89) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
                  %91 = "arith.addi"(%90, %arg22) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
                  %92 = "arith.constant"() <{value = 2 : index}> : () -> index
                  %93 = "arith.muli"(%arg20, %92) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
                  %94 = "arith.addi"(%93, %arg23) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
                  %95 = "memref.load"(%arg0, %arg18, %91, %94, %arg24) <{nontemporal = false}> : (memref<?x30x30x3xf32>, index, index, index, index) -> f32
                  %96 = "memref.load"(%9, %arg18, %arg19, %arg20, %arg21) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
                  %97 = "arith.mulf"(%95, %0) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
                  %98 = "arith.addf"(%96, %97) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
                  "memref.store"(%98, %9, %arg18, %arg19, %arg20, %arg21) <{nontemporal = false}> : (f32, memref<?x14x14x16xf32>, index, index, index, index) -> ()
                  "scf.yield"() : () -> ()
                }) : (index, index, index) -> ()
                "scf.yield"() : () -> ()
              }) : (index, index, index) -> ()
              "scf.yield"() : () -> ()
            }) : (index, index, index) -> ()
            "scf.yield"() : () -> ()
          }) : (index, index, index) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %15 = "func.call"(%9, %6) <{callee = @add_bias}> : (memref<?x14x14x16xf32>, memref<16xf32>) -> memref<?x14x14x16xf32>
    %16 = "func.call"(%15) <{callee = @relu6}> : (memref<?x14x14x16xf32>) -> memref<?x14x14x16xf32>
    %17 = "memref.alloc"(%7) <{alignment = 64 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x7x7x16xf32>
    %18 = "arith.constant"() <{value = 0 : index}> : () -> index
    %19 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%18, %7, %19) ({
    ^bb0(%arg14: index):
      %56 = "arith.constant"() <{value = 0 : index}> : () -> index
      %57 = "arith.constant"() <{value = 7 : index}> : () -> index
      %58 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%56, %57, %58) ({
      ^bb0(%arg15: index):
        %59 = "arith.constant"() <{value = 0 : index}> : () -> index
        %60 = "arith.constant"() <{value = 7 : index}> : () -> index
        %61 = "arith.constant"() <{value = 1 : index}> : () -> index
        "scf.for"(%59, %60, %61) ({
        ^bb0(%arg16: index):
          %62 = "arith.constant"() <{value = 0 : index}> : () -> index
          %63 = "arith.constant"() <{value = 16 : index}> : () -> index
          %64 = "arith.constant"() <{value = 4 : index}> : () -> index
          "scf.for"(%62, %63, %64) ({
          ^bb0(%arg17: index):
            "memref.store"(%2, %17, %arg14, %arg15, %arg16, %arg17) <{nontemporal = false}> : (f32, memref<?x7x7x16xf32>, index, index, index, index) -> ()
            %65 = "arith.constant"() <{value = 1 : index}> : () -> index
            %66 = "arith.addi"(%arg17, %65) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            "memref.store"(%2, %17, %arg14, %arg15, %arg16, %66) <{nontemporal = false}> : (f32, memref<?x7x7x16xf32>, index, index, index, index) -> ()
            %67 = "arith.constant"() <{value = 2 : index}> : () -> index
            %68 = "arith.addi"(%arg17, %67) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            "memref.store"(%2, %17, %arg14, %arg15, %arg16, %68) <{nontemporal = false}> : (f32, memref<?x7x7x16xf32>, index, index, index, index) -> ()
            %69 = "arith.constant"() <{value = 3 : index}> : () -> index
            %70 = "arith.addi"(%arg17, %69) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
            "memref.store"(%2, %17, %arg14, %arg15, %arg16, %70) <{nontemporal = false}> : (f32, memref<?x7x7x16xf32>, index, index, index, index) -> ()
            "scf.yield"() : () -> ()
          }) : (index, index, index) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %20 = "memref.dim"(%16, %3) : (memref<?x14x14x16xf32>, index) -> index
    %21 = "arith.constant"() <{value = 0 : index}> : () -> index
    %22 = "arith.constant"() <{value = 1 : index}> : () -> index
    "scf.for"(%21, %20, %22) ({
    ^bb0(%arg8: index):
      %32 = "arith.constant"() <{value = 0 : index}> : () -> index
      %33 = "arith.constant"() <{value = 7 : index}> : () -> index
      %34 = "arith.constant"() <{value = 1 : index}> : () -> index
      "scf.for"(%32, %33, %34) ({
      ^bb0(%arg9: index):
        %35 = "arith.constant"() <{value = 0 : index}> : () -> index
        %36 = "arith.constant"() <{value = 7 : index}> : () -> index
        %37 = "arith.constant"() <{value = 1 : index}> : () -> index
        "scf.for"(%35, %36, %37) ({
        ^bb0(%arg10: index):
          %38 = "arith.constant"() <{value = 0 : index}> : () -> index
          %39 = "arith.constant"() <{value = 16 : index}> : () -> index
          %40 = "arith.constant"() <{value = 1 : index}> : () -> index
          "scf.for"(%38, %39, %40) ({
          ^bb0(%arg11: index):
            %41 = "arith.constant"() <{value = 0 : index}> : () -> index
            %42 = "arith.constant"() <{value = 2 : index}> : () -> index
            %43 = "arith.constant"() <{value = 1 : index}> : () -> index
            "scf.for"(%41, %42, %43) ({
            ^bb0(%arg12: index):
              %44 = "arith.constant"() <{value = 0 : index}> : () -> index
              %45 = "arith.constant"() <{value = 2 : index}> : () -> index
              %46 = "arith.constant"() <{value = 1 : index}> : () -> index
              "scf.for"(%44, %45, %46) ({
              ^bb0(%arg13: index):
                %47 = "arith.constant"() <{value = 2 : index}> : () -> index
                %48 = "arith.muli"(%arg9, %47) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
                %49 = "arith.addi"(%48, %arg12) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
                %50 = "arith.constant"() <{value = 2 : index}> : () -> index
                %51 = "arith.muli"(%arg10, %50) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index
                %52 = "arith.addi"(%51, %arg13) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
                %53 = "memref.load"(%16, %arg8, %49, %52, %arg11) <{nontemporal = false}> : (memref<?x14x14x16xf32>, index, index, index, index) -> f32
                %54 = "memref.load"(%17, %arg8, %arg9, %arg10, %arg11) <{nontemporal = false}> : (memref<?x7x7x16xf32>, index, index, index, index) -> f32
                %55 = "arith.maximumf"(%54, %53) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
                "memref.store"(%55, %17, %arg8, %arg9, %arg10, %arg11) <{nontemporal = false}> : (f32, memref<?x7x7x16xf32>, index, index, index, index) -> ()
                "scf.yield"() : () -> ()
              }) : (index, index, index) -> ()
              "scf.yield"() : () -> ()
            }) : (index, index, index) -> ()
            "scf.yield"() : () -> ()
          }) : (index, index, index) -> ()
          "scf.yield"() : () -> ()
        }) : (index, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %23 = "memref.reinterpret_cast"(%17, %7) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 784>, static_strides = array<i64: 784, 1>}> : (memref<?x7x7x16xf32>, index) -> memref<?x784xf32>
    %24 = "func.call"(%23, %arg1, %arg2) <{callee = @fully_connected}> : (memref<?x784xf32>, memref<10x392xi8>, memref<10x25xf32>) -> memref<?x10xf32>
    %25 = "scf.for"(%3, %8, %4, %2) ({
    ^bb0(%arg4: index, %arg5: f32):
      %26 = "arith.muli"(%arg4, %5) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %27 = "arith.addi"(%26, %5) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %28 = "arith.minsi"(%27, %7) : (index, index) -> index
      %29 = "scf.for"(%26, %28, %4, %arg5) ({
      ^bb0(%arg6: index, %arg7: f32):
        %30:2 = "func.call"(%24, %arg6) <{callee = @best_class}> : (memref<?x10xf32>, index) -> (index, f32)
        "memref.store"(%30#0, %arg3, %arg6) : (index, memref<?xindex>, index) -> ()
        %31 = "arith.maximumf"(%arg7, %30#1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
        "scf.yield"(%31) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      "scf.yield"(%29) : (f32) -> ()
    }) : (index, index, index, f32) -> f32
    "func.return"(%25) : (f32) -> ()
  }) : () -> ()
}) : () -> ()

