import { UsageError } from "@passwright/core";

/* PWB0301, PWB0302 and PWB0304: calls that the caller may not make, or too late. */

/** Reports a call that only the framework may make. */
export function frameworkOnly(what: string, party: string): never {
  throw new UsageError({
    code: "PWB0301",
    severity: "error",
    message: `only the framework can call \`${what}\`, and \`${party}\` is not the framework`,
    plugin: party,
    help: ["insert passes with `addBefore`, `addAfter`, `addBeforeType`, `addAfterType`, `addAt` or `addPass`"],
  });
}

/** Reports a second extension point with the same name. */
export function pointTwice(name: string, framework: string): never {
  throw new UsageError({
    code: "PWB0304",
    severity: "error",
    message: `extension point \`${name}\` is added twice`,
    plugin: framework,
    pluginKind: "framework",
    help: ["give the second one another name: plugins rely on these names"],
  });
}

/** Reports a change of the framework's steps after they were fixed. */
export function stepsAreFixed(framework: string): never {
  throw new UsageError({
    code: "PWB0302",
    severity: "error",
    message: "the framework's steps cannot change: plugins have received positions among them",
    plugin: framework,
    pluginKind: "framework",
    help: ["build the whole pipeline before the builder is passed to a plugin"],
  });
}

/** Reports the name of a bundle that neither the config nor a plugin has. */
export function unknownBundle(name: string, party: string): never {
  const help = "publish it under `bundles`, or list its passes: `addBundle(name, [pass, …])`";
  throw new UsageError({
    code: "PWB0307",
    severity: "error",
    message: `there is no bundle \`${name}\``,
    plugin: party,
    help: [help],
  });
}

/** Reports options for a pass that a bundle does not have. */
export function notInBundle(bundle: string, pass: string, passes: readonly string[]): never {
  throw new UsageError({
    code: "PWB0307",
    severity: "error",
    message: `bundle \`${bundle}\` has no pass \`${pass}\`, for which there are options`,
    help: [`passes of the bundle: ${passes.map((name) => `\`${name}\``).join(", ")}`],
  });
}
