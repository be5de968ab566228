import { didYouMean, errorDiagnostic, quoted, suggest, unknownName } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/* Errors PWL0301 to PWL0399, about hooks. */

function hook(code: string, message: string, plugin: string, help: string, notes: readonly string[] = []): Diagnostic {
  return errorDiagnostic(code, message, help, { plugin, notes });
}

function ofFramework(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, pluginKind: "framework" };
}

export function badTap(name: string, plugin: string, what: string): Diagnostic {
  const help = `write \`hooks.${name}.tap("NAME", (…) => { … })\``;
  return hook("PWL0301", `invalid tap of hook \`${name}\`: ${what}`, plugin, help);
}

/** Returns help for an asynchronous tap. `canWait` is true for an asynchronous hook. */
function helpOnPromise(canWait: boolean): string {
  return canWait
    ? "use `tapPromise`, because `tap` does not wait for promises"
    : "make the function synchronous, because the hook does not wait for promises";
}

export function asyncTap(name: string, tap: string, plugin: string, what: string, canWait: boolean): Diagnostic {
  return hook("PWL0302", `tap \`${tap}\` of hook \`${name}\` ${what}`, plugin, helpOnPromise(canWait));
}

export function unknownBefore(
  name: string,
  tap: string,
  plugin: string,
  target: string,
  known: readonly string[],
): Diagnostic {
  const help = "set `before` to one of these names, or remove `before`";
  const message = `tap \`${tap}\` of hook \`${name}\` must run before \`${target}\`, which is neither a tap nor a plugin`;
  return hook("PWL0303", message, plugin, help, [`taps and plugins: ${quoted(known)}`]);
}

export function tapCycle(name: string, taps: readonly { readonly tap: string; readonly plugin: string }[]): Diagnostic {
  const [first] = taps;
  return hook(
    "PWL0304",
    `the taps of hook \`${name}\` form a cycle: ${[...taps, first].map((one) => `\`${one?.tap}\``).join(" -> ")}`,
    [...new Set(taps.map(({ plugin }) => plugin))].sort().join(", "),
    "remove `before` from one of these taps",
    taps.map(
      ({ tap, plugin }, index) =>
        `tap \`${tap}\` of plugin \`${plugin}\` must run before \`${(taps[index + 1] ?? first)?.tap}\``,
    ),
  );
}

export function tapThrew(name: string, tap: string, plugin: string, what: string): Diagnostic {
  const help = `report the problem to the author of \`${plugin}\`, with the stack from \`--debug\``;
  return hook("PWL0305", `tap \`${tap}\` of hook \`${name}\` threw an exception: ${what}`, plugin, help);
}

export function tapReturnedPromise(name: string, tap: string, plugin: string, canWait: boolean): Diagnostic {
  return hook("PWL0306", `tap \`${tap}\` of hook \`${name}\` returned a promise`, plugin, helpOnPromise(canWait));
}

export function tappedTooLate(name: string, plugin: string): Diagnostic {
  const message = `hook \`${name}\` was tapped after the \`setup\` of \`${plugin}\` returned`;
  return hook("PWL0307", message, plugin, `call \`hooks.${name}.tap\` in \`setup\``);
}

export function calledTooEarly(name: string, framework: string): Diagnostic {
  const help = "call the hook in a pass, which runs after all plugins have tapped their hooks";
  return ofFramework(hook("PWL0308", `hook \`${name}\` was called before plugins could tap it`, framework, help));
}

export function calledWithoutWaiting(name: string, framework: string): Diagnostic {
  const message = `asynchronous hook \`${name}\` was called with \`call\`, which does not wait for taps`;
  return ofFramework(hook("PWL0312", message, framework, `call the hook with \`await hooks.${name}.promise(…)\``));
}

export function notAwaited(name: string, framework: string): Diagnostic {
  const message = `the run ended without awaiting the taps of asynchronous hook \`${name}\``;
  return ofFramework(
    hook("PWL0313", message, framework, `write \`await hooks.${name}.promise(…)\` in an asynchronous pass`),
  );
}

export function asyncTapMethod(name: string, tap: string, method: string, plugin: string): Diagnostic {
  const help = "use `tap`, because the hook is synchronous";
  return hook("PWL0302", `tap \`${tap}\` of hook \`${name}\` is added with \`${method}\``, plugin, help);
}

export function unknownHook(name: string, plugin: string, owner: string, known: readonly string[]): Diagnostic {
  const similar = suggest(name, known);
  const isOwn = plugin === owner;
  const other = isOwn ? `declare the hook under \`hooks\`` : `tap an optional hook with \`hooks.${name}?.tap(…)\``;
  const unknown = hook(
    "PWL0309",
    `framework \`${owner}\` has no hook \`${name}\``,
    plugin,
    didYouMean(similar, other),
    [`hooks of the framework: ${quoted(known)}`],
  );
  return { ...(isOwn ? ofFramework(unknown) : unknown), ...unknownName(name, similar) };
}

export function cannotCompile(name: string, plugin: string): Diagnostic {
  const message = `\`${plugin}\` taps hook \`${name}\`, but this environment does not allow \`new Function\``;
  const help = "allow `unsafe-eval` in the content security policy, or remove the plugin";
  return hook("PWL0310", message, plugin, help, ["the library tapable compiles hooks with `new Function`"]);
}

export function tapWithoutBody(name: string, tap: string, plugin: string): Diagnostic {
  const help = `load the code of \`${plugin}\` before the run`;
  return hook(
    "PWL0311",
    `tap \`${tap}\` of hook \`${name}\` is declared in the manifest, but the code of the tap is not loaded`,
    plugin,
    help,
  );
}
