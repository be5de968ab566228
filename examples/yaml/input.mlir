func.func @halves(%a: i32, %b: i32) -> i32 {
  %two = arith.constant 2 : i32
  %0 = arith.ceildivui %a, %two : i32
  %1 = arith.ceildivui %a, %two : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
