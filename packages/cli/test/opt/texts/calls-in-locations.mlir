func.func @a() {
  %x = "arith.constant"() {value = 100} : () -> i1 loc(callsite("foo"("mysource1":0:0) at callsite("mysource2":1:0 at "mysource3":2:0)))
  return
}
// -----
func.func @a() {
  %x = "arith.constant"() {value = 100} : () -> i1 loc(fused["bar", callsite("foo"("mysource1":0:0) at callsite("mysource2":1:0 at "mysource3":2:0))])
  return
}
// -----
func.func @a() {
  %x = "arith.constant"() {value = 100} : () -> i1 loc(fused["bar":1:1, callsite("foo"("mysource1":0:0) at "mysource3":2:0)])
  return
}
// -----
func.func @a() {
  %x = "arith.constant"() {value = 100} : () -> i1 loc("n"(callsite("foo" at "mysource3":2:0)))
  return
}
// -----
func.func @a() {
  %x = "arith.constant"() {value = 100} : () -> i1 loc("n"(callsite("foo"("a":1:1) at "b"("mysource3":2:0))))
  return
}
