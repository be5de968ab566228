// PIPELINE: builtin.module(func.func(template-pass))

// CHECK-LABEL: func.func @adds_zero
// CHECK-SAME:  %[[A:[a-z0-9]+]]: i32
// CHECK-NOT:   arith.addi
// CHECK:       return %[[A]]
func.func @adds_zero(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %a, %zero : i32
  return %sum : i32
}

// CHECK-LABEL: func.func @adds_one
// CHECK:       arith.addi
func.func @adds_one(%a: i32) -> i32 {
  %one = arith.constant 1 : i32
  %sum = arith.addi %a, %one : i32
  return %sum : i32
}
