import type { Relation } from "@passwright/builder";
import { map, variants } from "../data/map-shape.ts";
import { mapped, prose, text, values } from "../data/shape.ts";
import type { Shape } from "../data/shape.ts";
import type { CheckedOverride } from "./checked.ts";
import { RELATIONS, selectorOf } from "./data.ts";
import type { Target } from "./data.ts";
import { target } from "./contribution-schema.ts";

/** Decision of the user: removes a step, ignores a rule, keeps or orders a step, or sets options of a step. */
export type OverrideData = { readonly reason?: string } & (
  | { readonly ban: string }
  | { readonly pin: string }
  | ({ readonly order: string } & ({ readonly before: Target } | { readonly after: Target }))
  | ({ readonly overrule: Target; readonly reason: string } & { readonly [R in Relation]?: Target })
  | { readonly set: string; readonly options: { readonly [name: string]: unknown } }
);

type OverrideKeys = { readonly [R in Relation]?: Target } & {
  readonly ban?: string;
  readonly pin?: string;
  readonly order?: string;
  readonly overrule?: Target;
  readonly set?: string;
  readonly options?: { readonly [name: string]: unknown };
  readonly reason?: string;
};

const reason = { doc: "reason, shown in explanations of the plan", shape: prose } as const;
const whom = { doc: "a pass, or { type }", shape: target } as const;

/** Shape of an override: `{ ban: cse, reason: … }`. */
export const override: Shape<CheckedOverride> = mapped(
  variants<OverrideKeys>({
    ban: map<Pick<OverrideKeys, "ban" | "reason">>({
      ban: { doc: "the name or address of steps to leave out", required: true, shape: text() },
      reason,
    }),
    pin: map<Pick<OverrideKeys, "pin" | "reason">>({
      pin: { doc: "the name or address of steps to keep", required: true, shape: text() },
      reason,
    }),
    order: map<Pick<OverrideKeys, "order" | "before" | "after" | "reason">>(
      {
        order: {
          doc: "the name of a pass that must be `before` or `after` other passes",
          required: true,
          shape: text(),
        },
        before: whom,
        after: whom,
        reason,
      },
      ["before", "after"],
    ),
    overrule: map<Pick<OverrideKeys, "overrule" | "before" | "after" | "beforeSome" | "afterSome" | "reason">>(
      {
        overrule: {
          doc: "a pass, or { type }: subject of the rule to leave out",
          required: true,
          shape: target,
        },
        before: whom,
        after: whom,
        beforeSome: whom,
        afterSome: whom,
        reason: { ...reason, required: true },
      },
      ["before", "after", "beforeSome", "afterSome"],
    ),
    set: map<Pick<OverrideKeys, "set" | "options" | "reason">>({
      set: { doc: "the name or address of steps to give `options`", required: true, shape: text() },
      options: { doc: "options of the pass, in addition to the options of the step", required: true, shape: values },
      reason,
    }),
  }),
  ({ ban, pin, order, overrule, set, options = {}, reason: why, ...relations }): CheckedOverride => {
    const because = why === undefined ? {} : { reason: why };
    if (ban !== undefined) return { ban, ...because };
    if (pin !== undefined) return { pin, ...because };
    if (set !== undefined) return { set, options, ...because };
    const relation = RELATIONS.find((one) => relations[one] !== undefined) ?? "after";
    const other = selectorOf(relations[relation] ?? "");
    if (overrule !== undefined) return { overrule: selectorOf(overrule), relation, target: other, reason: why ?? "" };
    return { order: order ?? "", relation: relation === "before" ? "before" : "after", target: other, ...because };
  },
);
