/** Files that contain arguments. They are in the folder of the inputs. */
export const responseInputs: Readonly<Record<string, string>> = {
  "args/cse.rsp": '--cse\n  --dump-pass-pipeline\t"deep.mlir"\n',
  "args/outer.rsp": "--mlir-print-op-generic @args/cse.rsp",
  "args/beside.rsp": "@cse.rsp deep.mlir",
  "args/quoted.rsp": `'--pass-pipeline=builtin.module( func.func(cse) )' --dump\\-pass-pipeline "" '' deep"."mlir`,
  "args/odd.rsp": `"a\\"b\\c 'd'"`,
  "args/open.rsp": "deep.mlir '--cse ",
  "args/slash.rsp": "deep.mlir\\",
  "args/line.rsp": "deep\\\n.mlir",
  "args/marked.rsp": "\uFEFF--cse deep.mlir",
  "args/empty.rsp": " \r\n\t ",
  "args/wrong.rsp": "--csee",
};
