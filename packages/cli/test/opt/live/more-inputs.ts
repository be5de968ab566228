/** Files in addition to the files of the recorded cases. */
export const moreInputs: Readonly<Record<string, string>> = {
  // Four levels with functions on each level.
  "deep.mlir": `module @a {
  module @b {
    module @c {
      func.func @f(%x: i32) -> i32 {
        %0 = arith.addi %x, %x : i32
        %1 = arith.addi %x, %x : i32
        %2 = arith.muli %0, %1 : i32
        return %2 : i32
      }
    }
    func.func private @g()
  }
  func.func @h() { return }
}
`,
  "unsafe.mlir": `func.func @f(%x: i32) -> i64 {
  return %x : i32
}
func.func @f() { return }
`,
  "calls.mlir": `func.func private @leaf(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func private @unused() { return }
func.func @main(%x: i32) -> i32 {
  %0 = func.call @leaf(%x) : (i32) -> i32
  %1 = func.call @leaf(%0) : (i32) -> i32
  return %1 : i32
}
`,
  "locs.mlir": `module {
  func.func @f(%x: i32 loc("x")) -> i32 {
    %0 = arith.addi %x, %x : i32 loc("a.c":3:4)
    %1 = arith.addi %x, %x : i32 loc(fused["a.c":3:4, "named"("b.c":1:2)])
    %2 = arith.muli %0, %1 : i32 loc(callsite("callee"("a.c":1:1) at "b.c":2:2))
    return %2 : i32 loc(unknown)
  } loc("f")
} loc("m")
`,
  "splits.mlir": `func.func @a(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
// -----
module @m {
  func.func @b() { return }
}
// -----

// -----
func.func @c() {
  %0 = "unknown.op"() : () -> i32
  return
}
// -----
func.func @d() {
  return
`,
  "resource.mlir": `module attributes {big = dense_resource<blob> : tensor<3xi64>} {
  func.func @f() { return }
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x08000000010000000000000002000000000000000300000000000000"
    }
  },
  external_resources: {
    other: {
      key: "value",
      flag: true
    }
  }
#-}
`,
  "no-args.mlir": `"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}], function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%a: i32):
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
`,
  "no-name.mlir": `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = ""}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
`,
  "ünï.mlir": `func.func @"ü☃"() {
  return
}
`,
  "broken.mlir": `func.func @f() {
  %0 = arith.addi %x, %y : i32
  return
}
`,
  "invalid.mlir": `func.func @f() -> i32 {
  return
}
`,
  "crlf.mlir": "func.func @f() {\r\n  return\r\n}\r\n",
  "nonl.mlir": "func.func @f() { return }",
  "spaces.mlir": "\n\n   \t\n// only a comment\n",
  "rep-cut.mlir": `module {
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(cse)",
`,
  "rep-empty.mlir": `module {
}
{-#
  external_resources: {
    mlir_reproducer: {
    }
  }
#-}
`,
  "rep-other.mlir": `module {
  func.func @f() { return }
}
{-#
  external_resources: {
    other: {
      key: "value"
    },
    mlir_reproducer: {
      verify_each: true,
      pipeline: "builtin.module(func.func(cse))",
      disable_threading: true
    }
  }
#-}
`,
  "rep-text.mlir": `module {
}
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(cse",
      disable_threading: "yes"
    }
  }
#-}
`,
  "rep-anchor.mlir": `module {
}
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "func.func(cse)"
    }
  }
#-}
`,
};
