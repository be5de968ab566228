import { UsageError } from "@passwright/core";

/* PWB0301, PWB0302 and PWB0304: calls that are not for whoever makes them, or not any more. */

/** Only the framework does this, and only until somebody else has the builder. */
export function frameworkOnly(what: string, party: string): never {
  throw new UsageError({
    code: "PWB0301",
    severity: "error",
    message: `\`${what}\` is for the framework, and \`${party}\` is not the framework`,
    plugin: party,
    help: ["insert passes with `addBefore`, `addAfter`, `addBeforeType`, `addAfterType`, `addAt` or `addPass`"],
  });
}

/** Two places of one name could not be told apart. */
export function pointTwice(name: string, framework: string): never {
  throw new UsageError({
    code: "PWB0304",
    severity: "error",
    message: `there is an extension point \`${name}\` already`,
    plugin: framework,
    pluginKind: "framework",
    help: ["give the second one a name of its own: plugins rely on these names"],
  });
}

/** The framework came back after a plugin or a plan was answered from its steps. */
export function stepsAreFixed(framework: string): never {
  throw new UsageError({
    code: "PWB0302",
    severity: "error",
    message: "the framework's steps are fixed: plugins were answered from them already",
    plugin: framework,
    pluginKind: "framework",
    help: ["build the whole pipeline before the builder is passed to a plugin"],
  });
}
