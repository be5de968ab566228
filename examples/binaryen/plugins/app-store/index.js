import { definePass, definePlugin, string } from "@passwright/sdk";

/** Refuses modules that import what the host does not give. It changes nothing. */
const checkImports = definePass({
  name: "check-imports",
  summary: "refuses imports from modules that are not allowed",
  anchor: "wasm.module",
  options: { from: string("^env$", "a regular expression that the module of each import has to match") },
  statistics: { imports: "imports looked at" },
  runOnOperation(module, pass) {
    pass.markAllAnalysesPreserved();
    const allowed = new RegExp(pass.options.from, "u");
    // A line for each import; strings in them have escapes of their own, but never a quote.
    for (const [, from, name] of module.toText().matchAll(/^ \(import "([^"]*)" "([^"]*)"/gm)) {
      pass.statistics.imports.add();
      if (allowed.test(from)) continue;
      pass.emitError(`the host has no \`${name}\` of \`${from}\``);
      pass.signalPassFailure();
    }
  },
});

export default definePlugin({
  passes: [checkImports],
  options: {
    exports: string("^(memory|main)$", "the exports to keep"),
    imports: string("^env$", "where imports may come from"),
  },
  setup(_builder, { graph, options }) {
    // Once, before the rounds: what is gone from the boundary need not be optimised.
    const before = graph.pipeline("before");
    before.addAt("before.end", "keep-exports", {
      options: { pattern: options.exports },
      reason: "the host calls nothing else",
    });
    before.addAt("before.end", "snip", {
      options: { pattern: "^debug/" },
      reason: "debug code is never called in an app store",
    });
    // And once after them: earlier, imports may still be there that nobody needs.
    graph.pipeline("after").addAt("after.begin", checkImports, {
      options: { from: options.imports },
      reason: "only what is left counts",
    });
  },
});
