func.func @choose(%a: i32, %flag: i1) -> i32 {
  %0 = arith.muli %a, %a : i32
  %1 = scf.if %flag -> i32 {
    scf.yield %0 : i32
  } else {
    scf.yield %a : i32
  }
  return %1 : i32
}
