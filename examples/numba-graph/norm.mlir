// What a frontend leaves of Python: operators are calls, numpy functions are declared, and nobody has lowered them.
func.func private @operator.add(i64, i64) -> i64
func.func private @operator.mul(i64, i64) -> i64
func.func private @operator.lt(i64, i64) -> i1
func.func private @numpy.norm(i64, i64) -> i64

func.func @main(%x: i64, %y: i64) -> i64 {
  %sum = call @operator.add(%x, %y) : (i64, i64) -> i64
  %norm = call @numpy.norm(%sum, %y) : (i64, i64) -> i64
  return %norm : i64
}
