import { whereOf, hasType, PassType } from "@passwright/builder";
import type { Origin } from "@passwright/builder";
import { errorDiagnostic, suggest, didYouMean, isValueProperty } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "./errors.ts";
import { declarationOf } from "./input.ts";
import { originIn } from "./insertions.ts";
import { plansOf } from "./state.ts";
import type { Plans } from "./state.ts";
import { buildersOf } from "./work.ts";
import type { Work } from "./work.ts";
import { blamed } from "./errors.ts";

/** Returns the diagnostics of an assembly, with warnings about probable mistakes. */
export function addWarnings(diagnostics: readonly Diagnostic[], work: Work, plans: Plans): readonly Diagnostic[] {
  // A guard of an unknown property causes one error, instead of one error for each pass in its range.
  const broken = new Set(diagnostics.map(({ code, unknown }) => (code === "PWB0504" ? unknown : undefined)));
  const undeclared = checkDeclared(work).map((one): Diagnostic =>
    broken.has(one.unknown) ? { ...one, severity: "error" } : one,
  );
  const isOther = (one: Diagnostic): boolean =>
    one.code !== "PWB0504" || undeclared.every(({ unknown }) => unknown !== one.unknown);
  return [
    ...warnOfOwnRules(diagnostics.filter(isOther), work),
    ...checkPoints(work),
    ...checkListed(work),
    ...checkOpenRules(work),
    ...checkIndependent(work, plans),
    ...undeclared,
  ];
}

/**
 * Changes remarks to warnings if they report rules of plugins that the user wrote, and the rules contain unknown names.
 * In other plugins, these names can belong to packages that are not installed.
 */
function warnOfOwnRules(diagnostics: readonly Diagnostic[], { input }: Work): readonly Diagnostic[] {
  const own = new Set(input.plugins.flatMap(({ contributor: { isOwn, name } }) => (isOwn === true ? [name] : [])));
  return diagnostics.map((one) =>
    one.code === "PWB0204" && one.severity === "remark" && one.unknown !== undefined && own.has(one.plugin ?? "")
      ? { ...one, severity: "warning" }
      : one,
  );
}

function checkOpenRules(work: Work): Diagnostic[] {
  const open = buildersOf(work).flatMap(({ openRules }) => [...openRules]);
  return open.map(([subject, plugin]) => {
    const what = "pass" in subject ? `\`${subject.pass}\`` : `type ${subject.type}`;
    const help = 'complete the rule, for example `builder.rule(pass).strong.after("target", { reason: "…" })`';
    const where = plugin === work.owner.name ? { plugin, pluginKind: "framework" as const } : { plugin };
    const message = `the rule about ${what} is incomplete: it does not call \`before\`, \`after\`, \`beforeSome\` or \`afterSome\``;
    return errorDiagnostic("PWL0221", message, help, { severity: "warning", ...where });
  });
}

/** Warns about passes that plugins use in `setup` but do not list for configs, manifests and `passwright list`. */
function checkListed(work: Work): Diagnostic[] {
  const { input, catalogue } = work;
  const lists = new Map(
    input.plugins.flatMap(({ contributor: { name }, plugin: { passes = [] }, isCode }) =>
      isCode ? [[name, new Set(passes.map((pass) => declarationOf(pass).name))]] : [],
    ),
  );
  const unlisted = catalogue
    .entries()
    .filter(
      ({ owner, definition, declaration, pipeline }) =>
        definition !== undefined && pipeline === undefined && lists.get(owner.name)?.has(declaration.name) === false,
    );
  if (unlisted.length === 0) return [];
  const contributions = buildersOf(work).flatMap((builder) => builder.input().contributions);
  const steps = new Map(contributions.toReversed().map((one) => [`${one.contributor}::${one.pass.name}`, one]));
  return unlisted.map(({ owner: { name: plugin }, declaration: { name: pass } }): Diagnostic => {
    const step = steps.get(`${plugin}::${pass}`);
    const message = `the setup of \`${plugin}\` uses pass \`${pass}\`, which the plugin does not list in \`passes\``;
    const help = `add \`${pass}\` to \`passes\` in \`definePlugin\`, or add the package that defines it to \`plugins\``;
    const where = step === undefined ? {} : whereOf(step.origin);
    const notes = ["`passwright list` and manifests do not contain the pass, and configs cannot use it"];
    return errorDiagnostic("PWL0220", message, help, { severity: "warning", plugin, ...where, notes });
  });
}

/** Warns about unknown names in `independent`, unless plugins that might add them are left out. */
function checkIndependent({ input, catalogue }: Work, { plan, graph }: Plans): Diagnostic[] {
  if ((plan ?? graph) === undefined || input.plugins.length < input.pluginNames.length) return [];
  const plans = plansOf({ plan, graph }).flatMap(({ plan: { steps, leftOut, alternatives } }) =>
    [...steps, ...leftOut, ...alternatives].map(({ address }) => address),
  );
  const known = new Set([...plans, ...(graph?.pipelines.map(({ path }) => path) ?? [])]);
  return input.owner.independent.flatMap((entry) =>
    entry.data.steps
      .filter((name) => !known.has(name) && catalogue.find(name) === undefined)
      .map((name) =>
        errors.unknownIndependent(name, suggest(name, [...known]) ?? catalogue.suggest(name), originIn(entry)),
      ),
  );
}

type Kind = "property" | "pass type";

interface Use {
  readonly kind: Kind;
  readonly name: string;
  readonly text: string;
  readonly where: Partial<Diagnostic>;
  /** Whether the name must be declared. Otherwise, the name is reported only if it resembles a declared name. */
  readonly isStrict?: boolean;
}

/** Warns about properties and pass types that occur once and are probably mistyped. Other names can be undeclared. */
function checkDeclared(work: Work): Diagnostic[] {
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
function checkPoints(work: Work): Diagnostic[] {
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
