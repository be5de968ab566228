import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { mainOpt } from "@passwright/cli";
import { describeWithMlirOpt, runMlirOpt, sampleOf } from "@passwright/development";
import { expect } from "chai";
import { runProgram } from "../fake-terminal.ts";

const folder = fileURLToPath(new URL("../../test/opt/texts/", import.meta.url));

const form = ["--allow-unregistered-dialect", "--split-input-file"];

const ways = [
  [],
  ["--mlir-print-debuginfo"],
  ["--cse", "--mlir-print-ir-after-all", "--mlir-disable-threading", "--mlir-elide-resource-strings-if-larger=20"],
  ["--mlir-print-op-generic", "--mlir-print-local-scope", "--mlir-print-elementsattrs-with-hex-if-larger=1"],
];

/** Compares the messages of both programs for small valid and invalid texts, sorted by topic. */
describeWithMlirOpt("texts beside mlir-opt", () => {
  for (const file of readdirSync(folder)) {
    for (const way of sampleOf(ways)) {
      it(`are printed or refused in the same way: ${[file, ...way].join(" ")}`, async () => {
        const input = readFileSync(`${folder}${file}`, "utf8");
        const flags = [...form, ...way];
        const theirs = runMlirOpt(flags, input);
        const ours = await runProgram(mainOpt, flags, { cwd: folder, input });
        expect(ours.err).to.equal(theirs.stderr);
        expect(ours.out).to.equal(theirs.stdout);
      });
    }
  }
});
