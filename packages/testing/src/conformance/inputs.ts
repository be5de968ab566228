import type { Input } from "./protocol.ts";

const twoFunctions = `"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "first"}> ({
  ^bb0(%a: i32, %b: i32):
    %c8 = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %0 = "arith.muli"(%a, %c8) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %c8_again = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %1 = "arith.floordivsi"(%0, %c8_again) : (i32, i32) -> i32
    %2 = "arith.addi"(%1, %b) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %3 = "arith.addi"(%1, %b) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %4 = "arith.muli"(%2, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%4) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "second", sym_visibility = "private"}> ({
  ^bb0(%a: i32):
    %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %0 = "arith.addi"(%a, %c0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1) -> (), sym_name = "third"}> ({
  ^bb0(%ok: i1):
    "cf.assert"(%ok) <{msg = "has to hold"}> : (i1) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
`;

const memory = `"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xi32>, index) -> i32, sym_name = "load_after_store"}> ({
  ^bb0(%m: memref<4xi32>, %i: index):
    %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "memref.store"(%c1, %m, %i) : (i32, memref<4xi32>, index) -> ()
    %0 = "memref.load"(%m, %i) : (memref<4xi32>, index) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xi32>) -> tensor<4xi32>, sym_name = "same_tensor"}> ({
  ^bb0(%t: tensor<4xi32>):
    "func.return"(%t) : (tensor<4xi32>) -> ()
  }) : () -> ()
}) : () -> ()
`;

const nested = `"builtin.module"() ({
  "builtin.module"() <{sym_name = "inner"}> ({
    "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "choose"}> ({
    ^bb0(%c: i1, %a: i32):
      %0 = "scf.if"(%c) ({
        %1 = "arith.muli"(%a, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "scf.yield"(%1) : (i32) -> ()
      }, {
        "scf.yield"(%a) : (i32) -> ()
      }) : (i1) -> i32
      "func.return"(%0) : (i32) -> ()
    }) : () -> ()
  }) : () -> ()
  "builtin.module"() <{sym_name = "other"}> ({
  ^bb0:
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "nothing"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "declared", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
`;

const vectors = `"builtin.module"() ({
  "func.func"() <{function_type = (vector<4xi32>, vector<4xi32>) -> vector<4xi32>, sym_name = "lanes"}> ({
  ^bb0(%a: vector<4xi32>, %b: vector<4xi32>):
    %c0 = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %c8 = "arith.constant"() <{value = dense<8> : vector<4xi32>}> : () -> vector<4xi32>
    %0 = "arith.addi"(%a, %c0) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %1 = "arith.muli"(%0, %c8) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %2 = "arith.subi"(%b, %b) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %3 = "arith.muli"(%b, %c0) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %4 = "arith.xori"(%2, %3) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %5 = "arith.floordivsi"(%1, %c8) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %6 = "arith.addi"(%4, %5) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    "func.return"(%6) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, index, i1) -> f32, sym_name = "other_scalars"}> ({
  ^bb0(%f: f32, %i: index, %c: i1):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %0 = "arith.addi"(%i, %c0) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %1 = "arith.subi"(%0, %0) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
    %2 = "arith.xori"(%c, %c) : (i1, i1) -> i1
    %3 = "arith.subf"(%f, %f) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"(%3) : (f32) -> ()
  }) : () -> ()
}) : () -> ()
`;

/** Built-in inputs for the embedded IR: several functions, memory and tensors, vectors, nesting and empty bodies. */
export const ownInputs: readonly Input[] = [
  { name: "two-functions", text: twoFunctions },
  { name: "memory", text: memory },
  { name: "nested", text: nested },
  { name: "vectors", text: vectors },
];
