import { UsageError } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { GroupContext, GroupDefinition, GroupMember, OpPassManager, Pass, PassContext } from "../pass.ts";
import { printPipeline } from "../text/print-pipeline.ts";
import { isPromise } from "./is-promise.ts";
import { PassStep, passesFilters } from "./program.ts";
import type { Frame } from "./program.ts";
import { namesIn, skipSearchOf } from "./works-on.ts";
import type { PassRun } from "./pass-run.ts";
import { keptValues } from "./run-values.ts";
import type { PassValues } from "./run-values.ts";
import { analysisInGroup, otherRoot, twoGroups } from "./run-errors.ts";

/** Tag of actions that run a member of a group. */
export const GROUP_MEMBER = "GroupMember";

/** Step of the loop for a group, which the host runs in one traversal. */
export class GroupStep<Op extends object> extends PassStep<Op> {
  readonly group: OpPassManager<Op>;

  constructor(group: OpPassManager<Op>, adapter: IrAdapter<Op>) {
    super(
      passOf(group, adapter, (name) => (this.argument = name)),
      adapter,
      group.elements.flatMap((element) => (element.kind === "pass" ? [element.pass] : [])),
    );
    this.argument = group.anchorText;
    this.group = group;
  }

  override get identity(): object {
    // A member identifies the group, because the manager changes when a pipeline is split at conversions.
    return this.passes[0] as Pass<Op>;
  }

  override clone(adapter: IrAdapter<Op>): GroupStep<Op> {
    return new GroupStep(this.group.clone(), adapter);
  }
}

/** Makes a pass that runs a group and has the group's text as its name. `setName` changes the name in diagnostics. */
function passOf<Op extends object>(
  group: OpPassManager<Op>,
  adapter: IrAdapter<Op>,
  setName: (name: string) => void,
): Pass<Op> {
  const passes: Pass<Op>[] = [];
  group.forEachPass((pass) => passes.push(pass));
  const definition = definitionOf(group, passes);
  const members = passes.map(({ declaration, options, statistics, body }): GroupMember => {
    return { name: declaration.name, member: body.member, options: options.values, statistics };
  });
  const searches = passes.map((one) => skipSearchOf(one, adapter));
  const maySkip = definition.skipsMembers === true && searches.some((search) => search !== undefined);
  const { anchorText } = group;
  const declarations = passes.map(({ declaration }) => declaration);
  const [first, ...others] = declarations.map(({ preserves = [] }) => preserves);
  const preservedByAll = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  const preserves = [...new Set([...preservedByAll, ...keptValues(declarations)])];
  const usesValues = declarations.some(({ values }) => values !== undefined);
  const name = printPipeline(group);
  const declaration = { name, displayName: anchorText, preserves, ...(usesValues && { values: {} }) };
  const pass: Pass<Op> = {
    definition: { declaration, options: {}, statistics: {}, create: () => pass, createFrom: () => pass },
    declaration,
    options: { values: {}, given: new Set() },
    statistics: {},
    body: {
      canScheduleOn: (name) =>
        passes.every((one) => (one.declaration.anchor ?? name.text) === name.text && passesFilters(one, name)),
      runOnOperation(op, context) {
        setName(anchorText);
        const present = maySkip ? namesIn(adapter, op) : undefined;
        const isActive = (_: unknown, index: number): boolean =>
          present === undefined || searches[index]?.finds(present) !== false;
        // The same list in every run, so that hosts can cache their preparation by list.
        let active: readonly GroupMember[] = maySkip ? members.filter(isActive) : members;
        if (active.length === 0) return context.markAllAnalysesPreserved();
        if (usesValues) {
          const { values } = context as PassRun<Op, Frame<Op>>;
          const accesses = values.startGroup(declarations.filter(isActive), definition.visibleWithin === true);
          active = active.map((one, index) => ({ ...one, values: accesses[index] as PassValues<Op> }));
        }
        const result: unknown = definition.run(active, op, contextOf(context, setName, anchorText));
        const check = (root: unknown): void => {
          if (root !== undefined && root !== op) throw new UsageError(otherRoot(anchorText));
          setName(anchorText);
        };
        return isPromise(result) ? result.then(check) : check(result);
      },
    },
    clone: () => pass,
  };
  return pass;
}

function definitionOf<Op extends object>(
  { group }: OpPassManager<Op>,
  members: readonly Pass<Op>[],
): GroupDefinition<Op> {
  if (group !== undefined && "run" in group) return group;
  const [first, ...others] = members.map(({ definition }) => definition.group as GroupDefinition<Op>);
  const other = others.findIndex((one) => one !== first);
  if (other >= 0) {
    const names = [0, other + 1].map((index) => (members[index] as Pass<Op>).declaration.name);
    throw new UsageError(twoGroups((first as GroupDefinition<Op>).name, names as [string, string]));
  }
  return first as GroupDefinition<Op>;
}

function contextOf<Op extends object>(
  pass: PassContext<Op>,
  setName: (name: string) => void,
  group: string,
): GroupContext<Op> {
  return {
    input: pass.input,
    mayWait: pass.mayWait,
    emitError: (message, at) => pass.emitError(message, at),
    emitWarning: (message, at) => pass.emitWarning(message, at),
    emitRemark: (message, at) => pass.emitRemark(message, at),
    emitAt: (at, severity, message, rest) => pass.emitAt(at, severity, message, rest),
    print: (text) => pass.print(text),
    runAction: (action, body) => pass.runAction(action, body),
    requestJump: (target, reason) => pass.requestJump(target, reason),
    signalPassFailure: () => pass.signalPassFailure(),
    markAllAnalysesPreserved: () => pass.markAllAnalysesPreserved(),
    getAnalysis() {
      throw new UsageError(analysisInGroup(group));
    },
    blame: ({ name }) => setName(name),
    timeMember({ name }, body) {
      setName(name);
      const result = pass.runAction({ tag: GROUP_MEMBER, text: name }, body);
      // After an exception, the name remains that of the member.
      if (!isPromise(result)) setName(group);
      else result.then(() => setName(group)).catch(() => undefined);
      return result;
    },
  };
}
