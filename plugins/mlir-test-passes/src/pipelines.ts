import { compositeFixedPoint } from "@passwright/plugin-transforms";
import { bool, list } from "@passwright/sdk";
import type { NamedPipeline, OpPassManager, PassDefinition } from "@passwright/sdk";
import { testFunctionPass, testModulePass } from "./manager-passes.ts";
import {
  exampleOptions,
  superElement,
  testOptionsPass,
  testOptionsPassA,
  testOptionsPassB,
  testOptionsSuperPass,
} from "./option-passes.ts";

type Manager = OpPassManager<never>;

/** Adds a pass to a manager. Does not check whether the pass and the manager have the same IR type. */
function add(manager: Manager, pass: unknown, options?: object): void {
  manager.addPass((pass as PassDefinition<never>).create(options as never));
}

function fillNested(manager: Manager): void {
  const modules = manager.nest("builtin.module");
  add(modules, testModulePass);
  add(modules.nest("func.func"), testFunctionPass);
  add(manager.nest("func.func"), testFunctionPass);
}

/** Returns the options without empty lists, which must not be printed. */
function givenOf(options: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => !Array.isArray(value) || (value as readonly unknown[]).length > 0),
  );
}

/** Textual pipeline with all options, exactly as MLIR prints it. */
const CANONICALIZE_CSE =
  "canonicalize{  max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true},cse";

export const pipelines: readonly NamedPipeline<never>[] = [
  {
    name: "test-composite-fixed-point-pass",
    summary: "Test composite pass",
    build: (manager) => add(manager, compositeFixedPoint, { name: "TestCompositePass", pipeline: CANONICALIZE_CSE }),
  },
  {
    name: "test-options-pass-pipeline",
    summary: "Parses options using pass pipeline registration",
    options: exampleOptions,
    build: (manager, options) => add(manager, testOptionsPass, givenOf(options)),
  },
  {
    name: "test-options-super-pass-pipeline",
    summary: "Parses options of PassPipelineOptions using pass pipeline registration",
    options: { "super-list": list(superElement, "Example list of PassPipelineOptions option") },
    build: (manager, options) => add(manager, testOptionsSuperPass, givenOf({ list: options["super-list"] })),
  },
  {
    name: "test-options-super-set-ab-pipeline",
    summary: "Parses options of PassPipelineOptions using pass pipeline registration",
    options: { foo: bool(false, "Example boolean option"), bar: bool(false, "Example boolean option") },
    build(manager) {
      add(manager, testOptionsPassA);
      add(manager, testOptionsPassB);
    },
  },
  {
    name: "test-pm-nested-pipeline",
    summary: "Test a nested pipeline in the pass manager",
    build: fillNested,
  },
  {
    name: "test-textual-pm-nested-pipeline",
    summary: "Test a nested pipeline in the pass manager",
    build: fillNested,
  },
];
