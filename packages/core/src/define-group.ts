import { problemOfFunction, readArgument } from "./check-definition.ts";
import { CODE } from "./code.ts";
import { groupRequirements } from "./declaration-requirements.ts";
import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import type { GroupDefinition } from "./pass.ts";
import { mustHaveOnly } from "./requirement.ts";
import { makeGroupPass } from "./run/group-pass.ts";
import { describeThrown } from "./thrown.ts";

/**
 * Defines a group. List it in `groups` of the framework, and define its members with `definePass({ group, member })`.
 *
 * @throws {@link UsageError} PWC0107 for an invalid name, an unknown setting, or a setting of the wrong type.
 */
export function defineGroup<Op extends object, Member = unknown>(
  definition: GroupDefinition<Op, Member>,
): GroupDefinition<Op, Member> {
  return readArgument("defineGroup", () => makeGroup(definition));
}

function makeGroup<Op extends object, Member>(definition: GroupDefinition<Op, Member>): GroupDefinition<Op, Member> {
  const given = (definition as typeof definition | null) ?? ({} as Partial<typeof definition>);
  const refuse = (problem: string, help: string): never => {
    throw new UsageError(errorDiagnostic("PWC0107", `group \`${describeThrown(given.name)}\`: ${problem}`, help));
  };
  const [problem] = mustHaveOnly(groupRequirements(), "name", "splits", "run")(given, "");
  if (problem !== undefined) refuse(problem, "correct the definition");
  const unusable = problemOfFunction(given.run, true);
  if (unusable !== undefined) refuse(`\`run\` ${unusable.problem}`, unusable.help);
  return Object.freeze({ ...definition, [CODE]: makeGroupPass });
}
