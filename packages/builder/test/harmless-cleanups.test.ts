import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import type { PassDeclaration } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { Properties, Resolution } from "@passwright/builder";
import { Random, samples } from "@passwright/development";
import { outlinePlan } from "./scenario/show.ts";

const PROPERTIES: Properties = { canonical: { kind: "fragile" }, tidy: { kind: "fragile" } };

const CANONICALIZE: PassDeclaration = { name: "canonicalize", types: ["Cleanup"], provides: ["canonical"] };
const STRIP: PassDeclaration = { ...CANONICALIZE, name: "strip", invalidates: ["debug"] };

/** Passes of the tests: `debug` provides a structural property that `release` forbids. */
const OTHERS: readonly PassDeclaration[] = [
  { name: "debug", provides: ["debug"], preserves: ["canonical", "tidy"] },
  { name: "release", forbids: ["debug"], preserves: ["canonical", "tidy"] },
  { name: "trace", requires: ["debug"], preserves: ["canonical", "tidy"] },
  { name: "match", requires: ["canonical"], preserves: ["canonical", "tidy"] },
  { name: "look", preserves: ["canonical", "tidy"] },
  { name: "ruin" },
  { name: "mess", provides: ["tidy"] },
  { name: "count", provides: ["tidy"], preserves: ["canonical"] },
  { name: "untidy", forbids: ["tidy"], preserves: ["canonical", "tidy"] },
  { name: "strict", requires: ["canonical"], forbids: ["debug"], preserves: ["canonical"] },
];

function resolved(
  cleanups: readonly PassDeclaration[],
  build: (builder: PassManagerBuilder) => void,
  keepDuplicates = false,
): Resolution {
  const catalogue = new PassCatalogue();
  for (const declaration of [...cleanups, ...OTHERS]) catalogue.add({ declaration, owner: { name: "kiln" } });
  const names = cleanups.map(({ name }) => name);
  const builder = new PassManagerBuilder("any", { catalogue, cleanups: names, properties: PROPERTIES });
  build(builder);
  return builder.resolve({ keepDuplicates });
}

const shown = ({ plan, diagnostics }: Resolution): string =>
  plan === undefined
    ? diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ code, step }) => `${code} ${step ?? ""}`.trim())
        .join(" ")
    : [outlinePlan(plan), ...plan.leftOut.map(({ address }) => `without ${address}`)].join(" ");

const passes =
  (text: string, more: (builder: PassManagerBuilder) => void = () => {}) =>
  (builder: PassManagerBuilder): void => {
    for (const name of text.split(" ")) builder.addPass(name);
    more(builder);
  };

const because = { reason: "r" };

describe("a duplicate cleanup", () => {
  const planned = (text: string, ...cleanups: PassDeclaration[]): string => shown(resolved(cleanups, passes(text)));

  it("stays if it invalidates a property that a later step forbids", () => {
    expect(planned("strip debug strip release", STRIP)).to.equal("any(strip,debug,strip#2,release)");
    expect(planned("strip debug strip look release", STRIP)).to.equal("any(strip,debug,strip#2,look,release)");
    expect(planned("strip debug strip debug trace", STRIP)).to.equal("any(strip,debug,debug#2,trace) without strip#2");
    expect(planned("strip debug strip", STRIP)).to.equal("any(strip,debug) without strip#2");
  });

  it("stays if it removes a fragile property that a later step forbids", () => {
    expect(planned("canonicalize count canonicalize untidy", CANONICALIZE)).to.equal(
      "any(canonicalize,count,canonicalize#2,untidy)",
    );
    const keeper = { ...CANONICALIZE, preserves: ["tidy"] };
    expect(planned("canonicalize look canonicalize untidy", keeper)).to.equal(
      "any(canonicalize,look,untidy) without canonicalize#2",
    );
    expect(planned("canonicalize count canonicalize ruin untidy", CANONICALIZE)).to.equal(
      "any(canonicalize,count,ruin,untidy) without canonicalize#2",
    );
  });

  it("stays, as one of several, if only the last one is before the step that forbids a property", () => {
    expect(planned("strip debug strip strip release", STRIP)).to.equal(
      "any(strip,debug,strip#3,release) without strip#2",
    );
    expect(planned("strip debug strip look strip release", STRIP)).to.equal(
      "any(strip,debug,look,strip#3,release) without strip#2",
    );
    expect(planned("strip debug strip debug strip release", STRIP)).to.equal(
      "any(strip,debug,debug#2,strip#3,release) without strip#2",
    );
  });

  it("stays if it is an end of a guard", () => {
    const guarded = (builder: PassManagerBuilder): void => {
      builder.guard("canonical", { from: "count", to: "canonicalize", reason: "r" });
    };
    const build = passes("canonicalize look count canonicalize", guarded);
    expect(shown(resolved([CANONICALIZE], build))).to.equal("any(canonicalize,look,count,canonicalize#2)");
  });

  it("stays if it is the first of a contiguous bundle and a later step forbids a property that it invalidates", () => {
    const build = (last: string) => (builder: PassManagerBuilder) => {
      passes("strip debug")(builder);
      builder.addBundle("rest", ["strip", "look", last], { kind: "contiguous" });
    };
    expect(shown(resolved([STRIP], build("release")))).to.equal("any(strip,debug,strip#2,look,release)");
    expect(shown(resolved([STRIP], build("match")))).to.equal("any(strip,debug,look,match) without strip#2");
  });
});

describe("an inserted cleanup", () => {
  const TIDY_UP: PassDeclaration = {
    name: "tidy-up",
    requires: ["canonical"],
    provides: ["tidy"],
    preserves: ["canonical"],
  };

  it("stays after its dependent step is dropped, if it removes a property that a later step forbids", () => {
    // The second canonicalize is inserted for the second `clean`, but the second `clean` is a duplicate.
    const clean: PassDeclaration = { name: "clean", requires: ["canonical"], provides: ["clean"], preserves: ["tidy"] };
    const build = (last: string) => passes(`clean mess clean ${last}`);
    expect(shown(resolved([CANONICALIZE, clean], build("look")))).to.equal(
      "any(inserted::canonicalize,clean,mess,look) without clean#2",
    );
    expect(shown(resolved([CANONICALIZE, clean], build("untidy")))).to.equal(
      "any(inserted::canonicalize,clean,mess,inserted::canonicalize#2,untidy) without clean#2",
    );
    const step = resolved([CANONICALIZE, clean], build("untidy")).plan?.steps[3];
    expect(step?.because).to.equal("`untidy` forbids tidy");
    const withPoint = (builder: PassManagerBuilder): void => {
      passes("clean mess clean")(builder);
      builder.addExtensionPoint("clean.end");
      builder.addPass("untidy");
    };
    const again = resolved([CANONICALIZE, clean], withPoint).plan?.steps.find(({ address }) => address.endsWith("#2"));
    expect(again?.because).to.equal("`untidy` forbids tidy");
  });

  it("is the next one of the framework's list, or goes further to the front, where the first one would break something", () => {
    const both: PassDeclaration = { ...CANONICALIZE, name: "both", provides: ["canonical", "tidy"] };
    expect(shown(resolved([both, CANONICALIZE], passes("ruin match untidy")))).to.equal(
      "any(ruin,inserted::canonicalize,match,untidy)",
    );
    expect(shown(resolved([both], passes("ruin match ruin untidy")))).to.equal(
      "any(ruin,inserted::both,match,ruin#2,untidy)",
    );
    expect(shown(resolved([both], passes("ruin match untidy")))).to.equal("PWB0501 match");
    expect(shown(resolved([STRIP, CANONICALIZE], passes("debug ruin match trace")))).to.equal(
      "any(debug,ruin,inserted::canonicalize,match,trace)",
    );
    expect(shown(resolved([STRIP], passes("ruin debug match trace")))).to.equal(
      "any(ruin,inserted::strip,debug,match,trace)",
    );
    const picky: PassDeclaration = { ...CANONICALIZE, name: "picky", forbids: ["debug"] };
    expect(shown(resolved([picky, CANONICALIZE], passes("debug ruin match")))).to.equal(
      "any(debug,ruin,inserted::canonicalize,match)",
    );
    expect(shown(resolved([picky], passes("ruin debug match")))).to.equal("any(ruin,inserted::picky,debug,match)");
  });

  it("does not break a strong rule if another position or another cleanup is possible", () => {
    const simplify: PassDeclaration = { name: "simplify", provides: ["canonical"] };
    const rule = (builder: PassManagerBuilder): void =>
      builder.rule({ type: "Cleanup" }).strong.before("look", because);
    expect(shown(resolved([CANONICALIZE], passes("ruin look match", rule)))).to.equal(
      "any(ruin,inserted::canonicalize,look,match)",
    );
    expect(shown(resolved([CANONICALIZE], passes("look ruin match", rule)))).to.equal("PWB0501 match");
    expect(shown(resolved([CANONICALIZE, simplify], passes("look ruin match", rule)))).to.equal(
      "any(look,ruin,inserted::simplify,match)",
    );
    const after = (builder: PassManagerBuilder): void => builder.rule("look").strong.after("canonicalize", because);
    expect(shown(resolved([CANONICALIZE], passes("ruin look match", after)))).to.equal(
      "any(ruin,inserted::canonicalize,look,match)",
    );
  });

  it("that a weak rule wants is left out, and the rule reported, where pipeline: only valid without it", () => {
    const wish = (subject: string) => (builder: PassManagerBuilder) =>
      builder.rule(subject).weak.beforeSome({ type: "Cleanup" }, because);
    const codes = ({ diagnostics }: Resolution): string[] =>
      diagnostics.filter(({ severity }) => severity !== "remark").map(({ code }) => code);
    const strongRule = resolved(
      [CANONICALIZE],
      passes("look ruin", (builder) => {
        wish("ruin")(builder);
        builder.rule({ type: "Cleanup" }).strong.before("ruin", because);
      }),
    );
    expect(shown(strongRule)).to.equal("any(look,ruin)");
    expect(codes(strongRule)).to.deep.equal(["PWB0202"]);
    const unmet = resolved([{ ...CANONICALIZE, requires: ["debug"] }], passes("look ruin", wish("ruin")));
    expect([shown(unmet), ...codes(unmet)]).to.deep.equal(["any(look,ruin)", "PWB0202"]);
    const forbidding = resolved([{ ...CANONICALIZE, forbids: ["debug"] }], passes("debug look", wish("look")));
    expect([shown(forbidding), ...codes(forbidding)]).to.deep.equal(["any(debug,look)", "PWB0202"]);
    const forbidden = resolved([{ ...CANONICALIZE, provides: ["tidy"] }], passes("look untidy", wish("look")));
    expect([shown(forbidden), ...codes(forbidden)]).to.deep.equal(["any(look,untidy,inserted::canonicalize)"]);
    // The requested cleanup requires a property that no pass can provide before the cleanup.
    const needy: PassDeclaration = { ...TIDY_UP, types: ["Cleanup"] };
    const canonicalize: PassDeclaration = { name: "canonicalize", provides: ["canonical"], requires: ["debug"] };
    const chained = resolved([needy, canonicalize], passes("look ruin", wish("ruin")));
    expect([shown(chained), ...codes(chained)]).to.deep.equal(["any(look,ruin)", "PWB0202"]);
    // Tests a cleanup whose insertion would violate another weak rule.
    const weak = resolved(
      [CANONICALIZE],
      passes("look ruin", (builder) => {
        wish("ruin")(builder);
        builder.rule({ type: "Cleanup" }).weak.before("look", because);
      }),
    );
    expect([shown(weak), ...codes(weak)]).to.deep.equal(["any(look,ruin)", "PWB0202"]);
    const guard = resolved(
      [CANONICALIZE],
      passes("look ruin match2 look", (builder) => {
        wish("look")(builder);
        builder.guard("tidy", { from: "canonicalize", to: "ruin", reason: "r" });
      }),
    );
    expect(codes(guard)).to.include("PWB0503");
  });
});

describe("cleanups in random pipelines", () => {
  const NAMES = ["canonical", "tidy", "debug", "raw"];

  function randomDeclaration(random: Random, name: string, types: readonly string[] = []): PassDeclaration {
    const some = (probability: number): string[] => NAMES.filter(() => random.chance(probability));
    const provides = some(0.25);
    return {
      name,
      types,
      requires: some(0.15),
      forbids: some(0.1),
      provides,
      invalidates: some(0.2).filter((property) => !provides.includes(property)),
      preserves: some(0.6),
    };
  }

  /** Returns random steps, cleanups and rules of a framework for a seed. `more` contains the optional parts. */
  function randomPipeline(seed: number, hasWishes: boolean): PassManagerBuilder {
    const random = new Random(seed);
    const catalogue = new PassCatalogue();
    const cleanups = ["one", "two", "three"].map((name) =>
      randomDeclaration(random, name, random.chance(0.7) ? ["Cleanup"] : []),
    );
    const others = ["a", "b", "c", "d"].map((name) =>
      randomDeclaration(random, name, random.chance(0.3) ? ["Other"] : []),
    );
    for (const declaration of [...cleanups, ...others]) catalogue.add({ declaration, owner: { name: "kiln" } });
    const kinds = ["fragile", "structural"] as const;
    const properties: Properties = Object.fromEntries(
      NAMES.map((name) => [name, { kind: random.pick(kinds), initially: random.chance(0.6) }]),
    );
    const builder = new PassManagerBuilder("any", {
      catalogue,
      properties,
      cleanups: cleanups.map(({ name }) => name),
    });
    const pass = (): string => random.pick(random.chance(0.5) ? cleanups : others).name;
    const count = random.between(2, 7);
    for (let step = 0; step < count; step++) {
      if (random.chance(0.2)) {
        const kind = random.pick(["open", "contiguous", "atomic"] as const);
        builder.addBundle("kit", [pass(), pass()], { kind });
      } else builder.addPass(pass());
    }
    if (random.chance(0.3)) builder.guard(random.pick(NAMES), { from: pass(), to: pass(), reason: "r" });
    const selector = (): string | { readonly type: string } =>
      random.chance(0.4) ? { type: random.pick(["Cleanup", "Other"]) } : pass();
    if (random.chance(0.3)) {
      const relation = random.pick(["before", "after", "beforeSome", "afterSome"] as const);
      builder.rule(selector()).strong[relation](selector(), because);
    }
    const wishes = Array.from({ length: random.between(0, 2) }, () => [pass(), random.pick(cleanups).name] as const);
    if (hasWishes) for (const [subject, target] of wishes) builder.rule(subject).weak.beforeSome(target, because);
    return builder;
  }

  it("are dropped and inserted for weak rules only if the pipeline stays valid", () => {
    const counts = { valid: 0, dropped: 0, wished: 0 };
    for (let seed = 0; seed < samples(6_000); seed++) {
      const { plan: plain } = randomPipeline(seed, false).resolve({ keepDuplicates: true });
      if (plain === undefined) continue;
      counts.valid++;
      const { plan, diagnostics } = randomPipeline(seed, true).resolve();
      const errors = diagnostics.filter(({ severity }) => severity === "error").map(renderDiagnostic);
      expect(errors, `seed ${seed}: ${outlinePlan(plain)}`).to.deep.equal([]);
      if (plan === undefined) continue;
      if (plan.leftOut.length > 0) counts.dropped++;
      if (
        plan.steps.some(
          ({ origin, because: text }) => origin.kind === "inserted" && text.includes("should be followed by"),
        )
      )
        counts.wished++;
    }
    expect(counts.valid).to.be.above(samples(6_000) / 20);
    expect(counts.dropped).to.be.at.least(Math.floor(samples(6_000) / 100));
    expect(counts.wished).to.be.at.least(Math.floor(samples(6_000) / 200));
  });
});
