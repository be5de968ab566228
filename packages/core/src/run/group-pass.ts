import { codeOf } from "../code.ts";
import { UsageError } from "../diagnostic.ts";
import type { SourceLocation } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type {
  GroupContext,
  GroupDefinition,
  GroupMember,
  OpPassManager,
  Pass,
  PassBody,
  PassContext,
} from "../pass.ts";
import { isPromise } from "./is-promise.ts";
import { keptValues } from "./kept-values.ts";
import { makeOwnPass } from "./own-pass.ts";
import type { PassDefinitionCode, PassRun } from "./pass-run.ts";
import { passesFilters } from "./program.ts";
import type { Frame } from "./program.ts";
import { analysisInGroup, otherRoot, twoGroups } from "./run-errors.ts";
import type { PassValues } from "./run-values.ts";
import { namesIn, skipSearchOf } from "./works-on.ts";
import { printPipeline } from "../text/print-pipeline.ts";

/** Tag of actions that run a member of a group. */
export const GROUP_MEMBER = "GroupMember";

/** Function that sets the pass name in later diagnostics, and the position in the diagnostic of a later exception. */
type SetName = (name: string, at?: SourceLocation) => void;

/** Function that makes the pass that runs a group. Definitions of groups store this function as their code. */
export type MakeGroupPass = typeof makeGroupPass;

/** Throws PWC0423 if a member belongs to a different definition of the group. */
function refuseOtherGroups<Op extends object>(group: GroupDefinition<Op>, members: readonly Pass<Op>[]): void {
  const [first, other] = [members[0], members.find(({ definition }) => definition.group !== group)];
  if (first !== undefined && other !== undefined)
    throw new UsageError(twoGroups(group.name, [first.declaration.name, other.declaration.name]));
}

/** Makes a pass that runs a group. Its name is the text of the group in pipelines, such as `group<postcss>`. */
export function makeGroupPass<Op extends object>(
  definition: GroupDefinition<Op>,
  group: OpPassManager<Op>,
  passes: readonly Pass<Op>[],
  adapter: IrAdapter<Op>,
  setName: SetName,
): Pass<Op> {
  if (codeOf(group.group) === undefined) refuseOtherGroups(definition, passes);
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
  const body: PassBody<Op> = {
    canScheduleOn: (name) =>
      passes.every((one) => (one.declaration.anchor ?? name.text) === name.text && passesFilters(one, name)),
    runOnOperation(op, context) {
      setName(anchorText);
      const present = maySkip ? namesIn(adapter, op) : undefined;
      const isActive = (_: unknown, index: number): boolean =>
        present === undefined || searches[index]?.finds(present) !== false;
      // Uses the same list in every run, so that hosts can use the list as a cache key.
      let active: readonly GroupMember[] = maySkip ? members.filter(isActive) : members;
      if (active.length === 0) return context.markAllAnalysesPreserved();
      if (usesValues) {
        const values = (context as PassRun<Op, Frame<Op>>).ownValues as PassValues<Op>;
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
  };
  return makeOwnPass(
    declaration,
    body,
    passes.map((one) => codeOf<PassDefinitionCode>(one.definition)?.values).find(Boolean),
  );
}

function contextOf<Op extends object>(pass: PassContext<Op>, setName: SetName, group: string): GroupContext<Op> {
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
    blame: ({ name }, at) => setName(name, at),
    timeMember({ name }, body) {
      setName(name);
      const result = pass.runAction({ tag: GROUP_MEMBER, text: name }, body);
      // After an exception, keeps the name of the member, because the diagnostic contains this name.
      if (!isPromise(result)) setName(group);
      else result.then(() => setName(group)).catch(() => undefined);
      return result;
    },
  };
}
