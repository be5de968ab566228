import { type Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import { type Arguments } from "../flags.ts";
import { ordersOf } from "../load-orders.ts";
import { counted } from "../render/plan-text.ts";
import { exitCodeOf, load, report, targetOf, type Target } from "../session.ts";
import { type ExitCode, type Terminal } from "../terminal.ts";
import { checkRuns } from "./check-runs.ts";
import { type CommandBody } from "./command.ts";

/**
 * `passwright check`: resolves, and checks more if asked: `--permute` every order of loading the plugins, `--dedup` that
 * dropping duplicate cleanups does not change what comes out, `--properties` that passes keep what they declare.
 */
export const check: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const { session, diagnostics } = await load(target, args.values.get("without") ?? [], args, terminal);
  report(diagnostics, args, terminal);
  if (session?.plan === undefined) return exitCodeOf(diagnostics);
  const { plan, plugins } = session;
  const passes = plan.steps.filter(({ kind }) => kind === "pass").length;
  terminal.out(`resolves: ${counted(passes, "step")}, ${counted(plugins.length, "plugin")}\n`);
  const codes: ExitCode[] = [];
  if (args.flags.has("permute")) codes.push(await permute(session, target, args, terminal));
  const runs = { dedup: args.flags.has("dedup"), properties: args.flags.has("properties") };
  if (runs.dedup || runs.properties) codes.push(await checkRuns(session, target.inputs, runs, args, terminal));
  return codes.some((code) => code !== 0) ? 1 : 0;
};

/** Loads again in every order, or in a hundred of them where there are more, and compares plans and answers. */
async function permute(session: Session, target: Target, args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const names = session.plugins.map(({ name }) => name);
  const orders = ordersOf(names);
  const without = args.values.get("without") ?? [];
  const expected = JSON.stringify(session.plan);
  for (const order of orders) {
    // One after the other: they load the same modules.
    // oxlint-disable-next-line no-await-in-loop
    const { session: other, diagnostics } = await load(target, without, args, terminal, { order });
    if (JSON.stringify(other?.plan) === expected) continue;
    report([errors.dependsOnLoadOrder(order, names), ...diagnostics], args, terminal);
    return 1;
  }
  terminal.out(`the same plan in ${counted(orders.length, "order")} of loading ${counted(names.length, "plugin")}\n`);
  return 0;
}
