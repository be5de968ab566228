import { definePass, definePlugin, string } from "@passwright/sdk";

/** Refuses modules with imports that the host does not provide. Changes nothing. */
const checkImports = definePass({
  name: "check-imports",
  summary: "refuses imports from modules that are not allowed",
  anchor: "wasm.module",
  options: { from: string("^env$", "a regular expression that the module of each import has to match") },
  statistics: { imports: "imports looked at" },
  runOnOperation(module, pass) {
    pass.markAllAnalysesPreserved();
    const allowed = new RegExp(pass.options.from, "u");
    // Each import is one line. The strings in the line can contain escapes, but not quotes.
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
    // Runs once, before the optimization rounds, so that Binaryen does not optimize code that only the removed exports
    // use.
    const before = graph.pipeline("before");
    before.addAt("before.end", "keep-exports", {
      options: { pattern: options.exports },
      reason: "the host calls only these exports",
    });
    before.addAt("before.end", "snip", {
      options: { pattern: "^debug/" },
      reason: "debug code is never called in an app store",
    });
    // Runs once, after the optimization rounds, because the rounds remove unused imports.
    graph.pipeline("after").addAt("after.begin", checkImports, {
      options: { from: options.imports },
      reason: "the list contains only the remaining imports",
    });
  },
});
