func.func private @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func private @unused(%x: i32) -> i32 {
  return %x : i32
}
func.func @main(%flag: i1) -> i32 {
  %three = arith.constant 3 : i32
  %never = arith.constant false
  %0 = scf.if %never -> i32 {
    %four = arith.constant 4 : i32
    scf.yield %four : i32
  } else {
    scf.yield %three : i32
  }
  %1 = call @square(%0) : (i32) -> i32
  return %1 : i32
}
