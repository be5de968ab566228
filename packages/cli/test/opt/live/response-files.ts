import type { LiveCase } from "./live-case.ts";

/** Cases with arguments from files: `@FILE`. */
export const responseFiles: readonly LiveCase[] = [
  ["@args/cse.rsp"],
  ["@args/outer.rsp"],
  ["--dump-pass-pipeline", "@args/outer.rsp", "--canonicalize"],
  ["@args/beside.rsp"],
  ["@args/quoted.rsp"],
  ["@args/odd.rsp"],
  ["@args/open.rsp"],
  ["@args/slash.rsp"],
  ["@args/line.rsp"],
  ["@args/marked.rsp"],
  ["@args/empty.rsp", "deep.mlir"],
  ["@args/wrong.rsp", "deep.mlir"],
  ["@args/nowhere.rsp"],
  ["-o", "@args/empty.rsp", "deep.mlir", "out.mlir"],
  ["--", "@args/cse.rsp"],
  ["@args/cse.rsp", "@args/cse.rsp"],
];
