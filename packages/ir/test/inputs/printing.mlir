#m = affine_map<(d0) -> (d0 + 1)>
func.func @f(%a: i32 loc("x"), %b: tensor<3xf32>) -> i32 {
  %c:2 = "t.two"(%a) : (i32) -> (i32, i32) loc("c")
  %0 = arith.constant dense<[1, 2, 3]> : tensor<3xi32> loc(callsite("cc" at "f.c":1:2))
  %e = arith.constant dense<1> : tensor<30xi32>
  %1 = arith.addi %c#0, %a : i32 loc(fused["a", "b"])
  "t.r"() ({ ^bb0(%x: i32 loc("y")): %y = "t.q"(%x) : (i32) -> i32 loc("x"(callsite("cc" at "d")))
     %z = "t.q"(%1) : (i32) -> i32 loc("x") }) {a = #m, v = dense_resource<blob> : tensor<2xf32>, w = array<i32: 1, 2, 3>} : () -> ()
  return %1 : i32
}
func.func @g(%a: i32) -> i32 {
  %1 = arith.addi %a, %a : i32 loc("x")
  %s = "t.s"() {v = sparse<[[0],[1],[2]], [1,2,3]> : tensor<5xi32>, s = dense<"a"> : tensor<3x!t.s>, s2 = dense<["a","b","c"]> : tensor<3x!t.s>} : () -> i32
  cf.br ^bb1(%a: i32)
^bb1(%q: i32):
  return %1 : i32
}
"a.b"() {x = distinct[7]<1 : i32>, y = distinct[3]<>, z = [distinct[7]<1 : i32>, distinct[3]<>]} : () -> ()
"a.c"() {x = distinct[9]<1 : i32>, y = distinct[3]<>} : () -> () loc(fused<"m">[unknown, "q"(unknown), "f.c":1:2 to 3:4])
%p:2 = "a.e"() : () -> (i32, i32) loc(fused<loc("meta")>["name"("f.c":1:2), "f.c":3:4])
"a.d"() {x = dense<"0x00000000FF00FF00"> : tensor<2xi32>, y = dense<> : tensor<0xi32>, z = tensor<2xi32, dense<[1, 2, 3]> : tensor<3xi8>>} : () -> ()
{-#
  dialect_resources: { builtin: { blob: "0x040000000102030405060708" } },
  external_resources: { e: { k: "some string", l: true } }
#-}
