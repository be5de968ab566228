// PIPELINE: builtin.module(func.func(strength-reduce))

// CHECK-LABEL: sym_name = "times_eight"
// CHECK:         %[[C:.*]] = "arith.constant"() <{value = 3 : i32}>
// CHECK-NEXT:    "arith.shli"(%{{.*}}, %[[C]])
// CHECK-NOT:     arith.muli
"builtin.module"() ({
  "func.func"() <{function_type = (i32) -> i32, sym_name = "times_eight"}> ({
  ^bb0(%a: i32):
    %c8 = "arith.constant"() <{value = 8 : i32}> : () -> i32
    %0 = "arith.muli"(%a, %c8) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
