import { describeWithMlirOpt, generateGraphProgram, samples } from "@passwright/development";
import { topologicalSort } from "@passwright/plugin-transforms";
import { expectAsMlirOpt } from "./as-mlir-opt.ts";

const cases: Readonly<Record<string, string>> = {
  "a reversed chain": 'module { "t.b"(%0) : (i32) -> ()\n%0 = "t.a"(%1) : (i32) -> i32\n%1 = "t.c"() : () -> i32 }',
  "a cycle, whose first operation goes first":
    'module { %2 = "t.d"(%0) : (i32) -> i32\n%0 = "t.a"(%1) : (i32) -> i32\n%1 = "t.c"(%0) : (i32) -> i32 }',
  "an operation that uses itself": 'module { "t.b"(%0) : (i32) -> ()\n%0 = "t.a"(%0) : (i32) -> i32 }',
  "uses in nested regions":
    'module { "t.r"() ({ "t.b"(%0) : (i32) -> () }) : () -> ()\n%0 = "t.a"() ({ %1 = "t.x"() : () -> i32 }) : () -> i32 }',
  "nested modules": 'module { module { "t.b"(%0) : (i32) -> ()\n%0 = "t.a"() : () -> i32 } }',
  "unregistered regions, which keep their order":
    'module { "t.r"() ({ "t.b"(%0) : (i32) -> ()\n%0 = "t.a"() : () -> i32 }) : () -> () }',
  "an empty module": "module { }",
};

describeWithMlirOpt("topological-sort, against mlir-opt", () => {
  it("agrees on each case", () =>
    expectAsMlirOpt(topologicalSort, Object.values(cases), { names: Object.keys(cases) }));
  it("agrees on random programs", () => {
    const programs = Array.from({ length: samples(300) }, (_, seed) => generateGraphProgram(seed));
    expectAsMlirOpt(topologicalSort, programs);
  });
});
