module {
  "t.op"() {r = dense_resource<blob> : tensor<3xi8>} : () -> ()
  %0 = arith.constant 1 : i32
}
{-#
  dialect_resources: { builtin: { blob: "0x04000000010203", unused: "0x0400000001" } },
  external_resources: { e: { s: "hello", b: true }, fg: { "l g": "0x040000000102030405060708" } }
#-}
// -----
"t.op"() : () -> ()
{-# external_resources: { e: { s: "hello" } } #-}
// -----
{-# external_resources: { "f g": { a: "b" } } #-}
