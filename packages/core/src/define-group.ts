import { problemOfFunction, readArgument } from "./check-definition.ts";
import { CODE } from "./code.ts";
import { errorDiagnostic, UsageError } from "./diagnostic.ts";
import { isElementName } from "./element-name.ts";
import type { GroupDefinition } from "./pass.ts";
import { makeGroupPass } from "./run/group-pass.ts";
import { describeThrown } from "./thrown.ts";

/**
 * Defines a group. List it in `groups` of the framework, and define its members with `definePass({ group, member })`.
 *
 * @throws {@link UsageError} PWC0107 for an invalid name, or a setting of the wrong type.
 */
export function defineGroup<Op extends object, Member = unknown>(
  definition: GroupDefinition<Op, Member>,
): GroupDefinition<Op, Member> {
  return readArgument("defineGroup", () => makeGroup(definition));
}

function makeGroup<Op extends object, Member>(definition: GroupDefinition<Op, Member>): GroupDefinition<Op, Member> {
  const {
    name,
    splits,
    visibleWithin = false,
    skipsMembers = false,
    anchors = [],
    run,
  } = (definition as typeof definition | null) ?? ({} as Partial<typeof definition>);
  const refuse = (problem: string, help: string): never => {
    throw new UsageError(errorDiagnostic("PWC0107", `group \`${describeThrown(name)}\`: ${problem}`, help));
  };
  if (!isElementName(name))
    refuse("the name cannot be written in a pipeline", "use only letters, digits, `-`, `_` and `.` in the name");
  if (splits !== "refuse" && splits !== "report")
    refuse(`\`splits\` must be "refuse" or "report", not ${describeThrown(splits)}`, 'set `splits: "refuse"`');
  for (const [key, value] of Object.entries({ visibleWithin, skipsMembers }))
    if (typeof value !== "boolean")
      refuse(`\`${key}\` must be true or false`, `set \`${key}: true\`, or remove \`${key}\``);
  if (!Array.isArray(anchors) || ![...anchors].every((anchor) => typeof anchor === "string"))
    refuse("`anchors` must be a list of strings", "list the names of operations");
  if (typeof run !== "function") refuse("the group has no code", "add `run(members, root, context) {…}`");
  const unusable = problemOfFunction(run, true);
  if (unusable !== undefined) refuse(`\`run\` ${unusable.problem}`, unusable.help);
  return Object.freeze({ ...definition, [CODE]: makeGroupPass });
}
