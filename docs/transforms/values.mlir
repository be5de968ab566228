func.func private @both(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  return %0, %b : i32, i32
}
func.func @choose(%a: i32, %flag: i1) -> i32 {
  %0 = arith.muli %a, %a : i32
  %1 = scf.if %flag -> i32 {
    scf.yield %0 : i32
  } else {
    scf.yield %a : i32
  }
  %2:2 = call @both(%0, %1) : (i32, i32) -> (i32, i32)
  return %2#1 : i32
}
