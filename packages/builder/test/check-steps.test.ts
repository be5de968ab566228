import { expect } from "chai";
import { bool, definePass, int } from "@passwright/core";
import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { BuilderOptions, Override } from "@passwright/builder";

const origin = { kind: "config", name: "config" } as const;
const owner = { name: "kiln" };

function catalogueOf(): PassCatalogue {
  const catalogue = new PassCatalogue();
  const options = { size: int(4, "tile size"), deep: bool(false, "more than once") };
  const definition = definePass({ name: "tile", options, runOnOperation: (_op: object) => {} });
  catalogue.add({ declaration: definition.declaration, owner, definition });
  catalogue.add({ declaration: { name: "far" }, owner, options: { near: int(0, "how near") } });
  catalogue.add({ declaration: { name: "silent" }, owner });
  return catalogue;
}

function told(build: (builder: PassManagerBuilder) => void, settings: BuilderOptions<object> = {}): string[] {
  const builder = new PassManagerBuilder("any", { catalogue: catalogueOf(), ...settings });
  build(builder);
  const { diagnostics } = builder.resolve();
  return diagnostics
    .filter(({ code }) => code.startsWith("PWB040"))
    .map(({ code, message, step = "-" }) => `${code} ${step}: ${message}`);
}

describe("steps and the passes that they name", () => {
  const build = (builder: PassManagerBuilder): void => {
    builder.addPass("tile");
    builder.addPass("strange");
    builder.addExtensionPoint("tensor.end");
    builder.addPass("elsewhere");
    builder.forContributor({ kind: "plugin", name: "x" }).addAt("tensor.end", "stranger");
  };
  const unknown = [
    "PWB0404 strange: no framework or plugin provides a pass named `strange`",
    "PWB0404 x::stranger: no framework or plugin provides a pass named `stranger`",
  ];

  it("must be declared if all passes are, except those of programs; extension points are not passes", () => {
    const settings = { mustBeDeclared: true, externalPasses: ["elsewhere"] };
    expect(told(build)).to.deep.equal([]);
    expect(told(build, settings).sort()).to.deep.equal(unknown);
    expect(told(build, { mustBeDeclared: true })).to.have.length(3);
  });

  it("are the requested steps if there is no plan", () => {
    const failing = (builder: PassManagerBuilder): void => {
      build(builder);
      builder.rule("tile").strong.afterSome("never", { reason: "so there is no plan" });
    };
    const settings = { mustBeDeclared: true, externalPasses: ["elsewhere"] };
    expect(told(failing, settings).sort()).to.deep.equal(unknown);
  });

  it("have only options of their passes, according to code or declaration", () => {
    expect(
      told((builder) => {
        builder.addPass("tile", { options: { size: 8 } });
        builder.addPass("tile", { options: { sise: 8 } });
        builder.addPass("far", { options: { nere: 1 } });
        builder.addPass("silent", { options: { any: 1 } });
      }),
    ).to.deep.equal([
      "PWB0402 tile#2: options of `tile`: unknown option `sise`",
      "PWB0402 far: options of `far`: unknown option `nere`",
    ]);
  });

  it("are reported in a fixed order without a plan", () => {
    const wrong = (...contributors: string[]): string[] => {
      const builder = new PassManagerBuilder("any", { catalogue: catalogueOf(), choice: { target: "cpu" } });
      for (const name of contributors) {
        const view = builder.forContributor({ kind: "plugin", name });
        view.addAfter("missing", "tile", { options: { size: name } });
        view.addPass("far", { options: { [name]: 1 }, when: { target: "gpu" } });
      }
      const found = builder.resolve().diagnostics.filter(({ code }) => code === "PWB0402");
      return found.map(({ plugin, message }) => `${plugin} ${message.slice(0, 17)}`);
    };
    const expected = [
      "loom options of `tile`",
      "loom options of `far`:",
      "yarn options of `tile`",
      "yarn options of `far`:",
    ];
    expect(wrong("loom", "yarn")).to.deep.equal(expected);
    expect(wrong("yarn", "loom")).to.deep.equal(expected);
  });

  it("must have valid options even if the builder does not place them", () => {
    const wrong = { options: { sise: 8 } };
    const members = ["far", ["tile", wrong.options]] as const;
    const nowhere = { place: { before: "missing" }, onMissing: "skip" } as const;
    const contributor = { kind: "plugin", name: "x" } as const;
    const requests: { readonly [what: string]: (builder: PassManagerBuilder) => unknown } = {
      "refused bundle": (builder) => builder.forContributor(contributor).addBundle("b", members, nowhere),
      "refused bundle of the framework": (builder) => builder.addBundle("b", members, nowhere),
      "refused pass of the framework": (builder) =>
        builder.addBefore("missing", "tile", { ...wrong, onMissing: "skip" }),
      "bundle for another target": (builder) =>
        builder.forContributor(contributor).addBundle("b", members, { when: { target: "gpu" } }),
      "refused replacement": (builder) => builder.forContributor(contributor).replace("missing", "tile", wrong),
      "replacement for another target": (builder) =>
        builder.forContributor(contributor).replace("far", "tile", { ...wrong, when: { target: "gpu" } }),
    };
    for (const [what, request] of Object.entries(requests)) {
      const found = told((builder) => {
        builder.addPass("far");
        request(builder);
      });
      expect(found, what).to.deep.equal(["PWB0402 -: options of `tile`: unknown option `sise`"]);
    }
  });

  it("report an option with its last setter", () => {
    const overrides: readonly Override[] = [
      { pin: "tile", origin },
      { set: "tile", options: { size: 8 }, origin },
      { set: "tile", options: { deep: true }, origin },
      { set: "far", options: {}, origin },
    ];
    const wrong = (options: object) => (builder: PassManagerBuilder) => {
      builder.addPass("tile", { options: options as {} });
      builder.addPass("far");
    };
    // Options that the user sets replace the invalid options.
    expect(told(wrong({ size: "many" }))).to.have.length(1);
    expect(told(wrong({ size: "many" }), { overrides })).to.deep.equal([]);
    expect(told(wrong({ deep: 7 }), { overrides })).to.deep.equal([]);
    expect(told(wrong({ sise: 1 }), { overrides })).to.deep.equal([
      "PWB0402 tile: options of `tile`: unknown option `sise`",
    ]);
    const bad: Override = { set: "tile", options: { deeep: true }, origin };
    expect(told(wrong({}), { overrides: [bad] })).to.deep.equal([
      "PWB0402 tile: options of `tile`: unknown option `deeep`",
    ]);
  });
});
