import { definePass } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { Override, Retyped } from "@passwright/builder";

const noop = { runOnOperation: (_op: object) => {} };
const SHARED = definePass({ name: "shared", ...noop });
const BROUGHT = definePass({ name: "brought", ...noop });

const owner = { name: "kiln" };
const origin = { kind: "config", name: "config" } as const;

/**
 * Builds a framework's pipeline with `size` items of each kind: steps with different names and with one name, extension
 * points, steps in a long manager, steps in bundles of each kind (with a separate type in the middle), and steps that
 * the user retyped and pinned. Passes named `twice` are at both ends.
 */
export function beginSite(size: number): PassManagerBuilder {
  const numbers = Array.from({ length: size }, (_, at) => at);
  const kinds = ["contiguous", "atomic", "open"] as const;
  const catalogue = new PassCatalogue<object>();
  catalogue.add({ declaration: { name: "tidy", poorTarget: true }, owner });
  for (const kind of kinds)
    catalogue.add({ declaration: { name: `${kind}-${size >> 1}`, types: [`middle.${kind}`] }, owner });
  const retyped = numbers.map((at): Retyped => ({ pass: `retyped-${at}`, types: ["Odd"], origin }));
  const overrides = numbers.map((at): Override => ({ pin: `pinned-${at}`, origin }));
  const framework = new PassManagerBuilder("builtin.module", { framework: owner, catalogue, retyped, overrides });
  framework.addPass("twice");
  const nested = framework.nest("func.func");
  for (const at of numbers) nested.addPass(`nested-${at}`);
  for (const at of numbers) {
    framework.addPass(`pass-${at}`, { types: [`Type${at}`] });
    framework.addPass("often", { types: ["Often"] });
    framework.addPass("tidy");
    framework.addExtensionPoint(`point-${at}`, { formerly: [`former-${at}`] });
  }
  for (const kind of kinds) {
    const members = numbers.map((at) => `${kind}-${at}`);
    framework.addBundle(`${kind}-bundle`, members, { kind });
  }
  framework.addPass("twice");
  return framework;
}

export const viewOf = (framework: PassManagerBuilder): PassManagerBuilder =>
  framework.forContributor({ kind: "plugin", name: "measured" });

/**
 * Adds `size` plugins. The plugin whose view is measured makes `size` calls of each kind: accepted calls and refused
 * calls.
 */
export function populate(framework: PassManagerBuilder, size: number): void {
  for (let contributor = 0; contributor < size; contributor++) {
    const view = framework.forContributor({ kind: "plugin", name: `plugin-${contributor}` });
    view.addBefore(`pass-${contributor}`, SHARED, { types: ["Theirs"] });
    view.addAfter("missing", `lost-${contributor}`);
    view.addAfterType("Theirs", "never");
  }
  const own = viewOf(framework);
  for (let call = 0; call < size; call++) {
    own.addBefore(`pass-${call}`, `own-${call}`, { types: [`Own${call}`] });
    own.addBefore(`missing-${call}`, `none-${call}`);
    own.addBundle(`bundle-${call}`, [`first-${call}`, `second-${call}`], { kind: "contiguous" });
  }
}

const SPLITTING = definePass({ name: "splitting", anchor: "builtin.module", ...noop });

export type Call = (builder: PassManagerBuilder, size: number) => { readonly ok: boolean };

let points = 0;

/** Calls that frameworks make while they build the pipeline. */
export const OWN_CALLS: { readonly [name: string]: Call } = {
  addPass: (b) => b.addPass("new"),
  "addPass, retyped": (b) => b.addPass("retyped-1"),
  addBundle: (b) => b.addBundle("new", ["one", "other"], { kind: "contiguous" }),
  "addBefore a name": (b, size) => b.addBefore(`pass-${size >> 1}`, "new"),
  "addAfter one of many": (b) => b.addAfter("often", "new"),
  "addAfter the first of many": (b) => b.addAfter("often", "new", { which: "first" }),
  "addAfter each of two": (b) => b.addAfter("twice", "new", { which: "each" }),
  "addAfter the only one of many, refused": (b) => b.addAfter("often", "new", { which: "only" }),
  "addAfter nothing, refused": (b) => b.addAfter("missing", "new"),
  "addBefore a bundle": (b) => b.addBefore("atomic-bundle", "new"),
  "addBefore the middle of a bundle, refused": (b, size) => b.addBefore(`contiguous-${size >> 1}`, "new"),
  "addBefore within a long manager, refused": (b, size) => b.addBefore(`nested-${size >> 1}`, SPLITTING),
  addBeforeType: (b) => b.addBeforeType("Often", "new"),
  "addAfterType of a closed bundle": (b) => b.addAfterType("middle.contiguous", "new"),
  "addBeforeType of a closed bundle": (b) => b.addBeforeType("middle.atomic", "new"),
  addAt: (b, size) => b.addAt(`point-${size >> 1}`, "new"),
  addExtensionPoint: (b) => {
    b.addExtensionPoint(`new-${++points}`);
    return { ok: true };
  },
  "addAt another one": (b, size) => b.addAt("missing", "new", { onMissing: { use: { at: `point-${size >> 1}` } } }),
};

/** Calls that plugins make. */
export const THEIR_CALLS: { readonly [name: string]: Call } = {
  addPass: (b) => b.addPass("new"),
  "addPass that many bring": (b) => b.addPass(SHARED),
  "addPass that nobody brought": (b) => b.addPass(BROUGHT),
  "addPass, retyped": (b) => b.addPass("retyped-1"),
  "addBefore a name": (b, size) => b.addBefore(`pass-${size >> 1}`, "new"),
  "addBefore an address": (b, size) => b.addBefore(`often#${size >> 1}`, "new"),
  "addBefore one of many, with a warning": (b) => b.addBefore("often", "new"),
  "addAfter the last of many": (b) => b.addAfter("often", "new", { which: "last" }),
  "addAfter each of two": (b) => b.addAfter("twice", "new", { which: "each" }),
  "addBefore a poor target, with a warning": (b) => b.addBefore("tidy", "new", { which: "first" }),
  "addAfter an own pass": (b, size) => b.addAfter(`own-${size >> 1}`, "new"),
  "addBefore an own bundle": (b, size) => b.addBefore(`bundle-${size >> 1}`, "new"),
  "addBefore the middle of an own bundle, refused": (b, size) => b.addBefore(`second-${size >> 1}`, "new"),
  "addAfter nothing, refused": (b) => b.addAfter("missing", "new"),
  "addAfter nothing, refused and skipped": (b) => b.addAfter("missing", "new", { onMissing: "skip" }),
  "addAfter nothing, refused as an error": (b) => b.addAfter("missing", "new", { onMissing: "error" }),
  "addAfter another one": (b) =>
    b.addAfter("missing", "new", { onMissing: { use: [{ at: "none" }, { after: "twice" }] } }),
  "addAfter the only one of many, refused": (b) => b.addAfter("often", "new", { which: "only" }),
  "addBefore the middle of a bundle, refused": (b, size) => b.addBefore(`contiguous-${size >> 1}`, "new"),
  "addBefore within a long manager, refused": (b, size) => b.addBefore(`nested-${size >> 1}`, SPLITTING),
  addBeforeType: (b) => b.addBeforeType("Often", "new"),
  "addBeforeType of plugins": (b, size) => b.addBeforeType(`Own${size >> 1}`, "new"),
  "addBeforeType, refused": (b) => b.addBeforeType("Missing", "new"),
  "addBeforeType with which, refused": (b) => b.addBeforeType("Often", "new", { which: "each" }),
  "addAfterType of a closed bundle": (b) => b.addAfterType("middle.contiguous", "new"),
  "addBeforeType of a closed bundle": (b) => b.addBeforeType("middle.atomic", "new"),
  addAt: (b, size) => b.addAt(`point-${size >> 1}`, "new"),
  "addAt by a former name": (b, size) => b.addAt(`former-${size >> 1}`, "new"),
  "addAt, refused": (b) => b.addAt("missing", "new"),
  addBundle: (b) => b.addBundle("new", ["one", "other"], { kind: "contiguous" }),
  "addBundle, refused": (b) => b.addBundle("new", ["one", "other"], { place: { at: "missing" } }),
  "addBundle, refused for its second member": (b, size) =>
    b.addBundle("new", ["fitting", SPLITTING], { place: { after: `nested-${size >> 1}` } }),
};
