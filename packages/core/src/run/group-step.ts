import { codeOf } from "../code.ts";
import { UsageError } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { GroupDefinition, OpPassManager, Pass } from "../pass.ts";
import type { MakeGroupPass } from "./group-pass.ts";
import { PassStep } from "./program.ts";
import { twoGroups } from "./run-errors.ts";

/** Step of a program that runs a group. The host of the group runs all members in one traversal. */
export class GroupStep<Op extends object> extends PassStep<Op> {
  constructor(group: OpPassManager<Op>, adapter: IrAdapter<Op>) {
    const passes: Pass<Op>[] = [];
    group.forEachPass((pass) => passes.push(pass));
    const definition = definitionOf(group, passes);
    const make = codeOf<MakeGroupPass>(definition) as MakeGroupPass;
    super(
      make(definition, group, passes, adapter, (name, at) => {
        this.argument = name;
        this.thrownAt = at;
      }),
      adapter,
      passes,
      group,
    );
    this.argument = group.anchorText;
  }

  override clone(adapter: IrAdapter<Op>): GroupStep<Op> {
    return new GroupStep((this.group as OpPassManager<Op>).clone(), adapter);
  }
}

function definitionOf<Op extends object>(
  { group }: OpPassManager<Op>,
  members: readonly Pass<Op>[],
): GroupDefinition<Op> {
  if (codeOf(group) !== undefined) return group as GroupDefinition<Op>;
  const [first, ...others] = members.map(({ definition }) => definition.group as GroupDefinition<Op>);
  const other = others.findIndex((one) => one !== first);
  if (other >= 0) {
    const names = [0, other + 1].map((index) => (members[index] as Pass<Op>).declaration.name);
    throw new UsageError(twoGroups((first as GroupDefinition<Op>).name, names as [string, string]));
  }
  return first as GroupDefinition<Op>;
}
