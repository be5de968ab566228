import { hasType, PassType, whereOf } from "@passwright/builder";
import type { Origin } from "@passwright/builder";
import { didYouMean, errorDiagnostic, isValueProperty, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { blamed } from "./errors.ts";
import { buildersOf } from "./work.ts";
import type { Work } from "./work.ts";

type Kind = "property" | "pass type";

interface Use {
  readonly kind: Kind;
  readonly name: string;
  /** Start of the message. */
  readonly text: string;
  readonly where: Partial<Diagnostic>;
  /** Whether the name must be declared. Otherwise, the name is reported only if it resembles a declared name. */
  readonly isStrict?: boolean;
}

/** Warns about properties and pass types that occur once and are probably mistyped. Other names can be undeclared. */
export function checkDeclared(work: Work): Diagnostic[] {
  const { plugins, pluginNames, framework: part, owner } = work.input;
  // Plugins that are left out might use the same names.
  if (plugins.length < pluginNames.length) return [];
  const { framework } = part;
  const { properties, passTypes } = owner;
  const declared: { readonly [kind in Kind]: ReadonlySet<string> } = {
    property: new Set(Object.keys({ ...framework.properties, ...properties })),
    "pass type": new Set([...Object.values(PassType), ...Object.keys({ ...framework.passTypes, ...passTypes })]),
  };
  const { uses, others } = usesIn(work);
  const counts = new Map<string, number>();
  for (const name of [...others, ...uses.map(({ kind, name: used }) => `${kind} ${used}`)])
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const isDeclared = ({ kind, name }: Use): boolean =>
    declared[kind].has(name) || [...declared[kind]].some((one) => hasType([name], one));
  return uses
    .filter((use) => counts.get(`${use.kind} ${use.name}`) === 1 && !isDeclared(use))
    .flatMap((use) => {
      const similar = suggest(use.name, [...declared[use.kind]]);
      return use.isStrict === true || similar !== undefined ? [undeclared(use, similar)] : [];
    });
}

/**
 * Warns about extension points that a framework declares but does not add to a pipeline. Does nothing if the framework
 * has several targets or levels, because the framework can add the points for a different choice.
 */
export function checkPoints(work: Work): Diagnostic[] {
  const { name, extensionPoints = {}, targets = [], levels = [] } = work.input.framework.framework;
  if (Math.max(targets.length, levels.length) > 1) return [];
  const pipelines = buildersOf(work).map((builder) => builder.input().basePipeline);
  return Object.keys(extensionPoints)
    .filter((point) => pipelines.every((pipeline) => pipeline.point(point) === undefined))
    .map((point) =>
      errorDiagnostic(
        "PWL0417",
        `framework \`${name}\` declares extension point \`${point}\`, but does not add it to a pipeline`,
        `call \`addExtensionPoint("${point}")\` in the framework's pipeline, or remove the declaration`,
        { severity: "warning", ...blamed({ ...work.owner, kind: "framework" }) },
      ),
    );
}

const VERBS = ["provides", "forbids", "invalidates", "requires", "preserves"] as const;

/** Returns the uses to check, and the other names, each with its kind. */
function usesIn(work: Work): { readonly uses: readonly Use[]; readonly others: readonly string[] } {
  const inputs = buildersOf(work).map((builder) => builder.input());
  const others: string[] = [];
  const uses = work.catalogue.entries().flatMap(({ declaration: pass, owner }): Use[] => {
    const where = blamed({ ...owner, kind: owner.name === work.owner.name ? "framework" : "plugin" });
    const of = (kind: Kind, verb: string, names: readonly string[]): Use[] =>
      names.map((name) => ({ kind, name, where, text: `pass \`${pass.name}\` ${verb}` }));
    return [
      ...VERBS.flatMap((verb) => of("property", verb, pass[verb] ?? [])),
      ...of("pass type", "has", pass.types ?? []),
    ];
  });
  for (const { guards = [], rules, contributions, basePipeline, retyped = [] } of inputs) {
    for (const { from, to, property: name, origin } of guards)
      uses.push({
        ...strict(origin),
        kind: "property",
        name,
        text: `the guard from \`${from}\` to \`${to}\` protects`,
      });
    for (const { subject, target } of rules)
      for (const one of [subject, target]) if ("type" in one) others.push(`pass type ${one.type}`);
    const isRetyped = new Set(retyped.map(({ pass }) => pass));
    const steps = [...contributions.map((one) => ({ ...one, declaration: one.pass })), ...basePipeline.steps];
    for (const { declaration, types, origin } of steps) {
      // PWB0123 reports the types of `retype`.
      if (isRetyped.has(declaration.name)) continue;
      for (const name of types)
        if (declaration.types?.includes(name) !== true)
          uses.push({ ...strict(origin), kind: "pass type", name, text: `\`${declaration.name}\` is inserted with` });
    }
  }
  return { uses: uses.filter(({ name }) => !isValueProperty(name)), others };
}

const strict = (origin: Origin): Pick<Use, "where" | "isStrict"> => ({
  where: whereOf(origin),
  isStrict: origin.kind !== "plugin",
});

function undeclared({ kind, name, text, where }: Use, similar: string | undefined): Diagnostic {
  const key = kind === "property" ? "properties" : "passTypes";
  const help = didYouMean(similar, `correct the name, or declare it under \`${key}\``);
  const message = `${text} ${kind} \`${name}\`, which is not declared`;
  return errorDiagnostic("PWL0416", message, help, { severity: "warning", ...where, unknown: name, similar });
}
