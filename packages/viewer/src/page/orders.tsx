import type { OrderOutput, RecordedOrders } from "../recording/recording.ts";

const SIGNS: { readonly [result: string]: string } = {
  conflict: "✕",
  "fails in one order": "!",
  unstable: "?",
  cosmetic: "~",
  commute: "=",
  "not exercised": "·",
  "not tried": "",
};

/** Results, from the worst to the best. */
const ORDER = Object.keys(SIGNS);

/** Shows the results of trying pairs of steps in both orders, conflicts first. */
export function OrdersPanel({ orders: { pairs, inputs = [], notTried = [] } }: { readonly orders: RecordedOrders }) {
  const steps = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  const results = new Map(
    pairs.flatMap(({ first, second, result }) => [
      [`${first} ${second}`, result],
      [`${second} ${first}`, result],
    ]),
  );
  const examples = new Map(
    pairs.flatMap(({ first, second, example }, index) =>
      example === undefined ? [] : [`${first} ${second}`, `${second} ${first}`].map((key) => [key, index] as const),
    ),
  );
  const show = (index: number): void => {
    const element = document.getElementById(`pw-pair-${index}`);
    if (!(element instanceof HTMLDetailsElement)) return;
    element.open = true;
    element.scrollIntoView({ block: "nearest" });
    element.querySelector("summary")?.focus();
  };
  const sorted = [...pairs].sort((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result));
  const counts = ORDER.flatMap((result) => {
    const count = pairs.filter((one) => one.result === result).length;
    return count === 0 ? [] : [`${SIGNS[result] ?? ""} ${count} ${result}`];
  });
  const missing = [
    ...inputs.flatMap(({ file, leftOut }) => (leftOut === undefined ? [] : [`left out: ${file}: ${leftOut}`])),
    ...notTried.map((what) => `not tried: ${what}`),
  ];
  return (
    <div class="pw-text">
      <h2>Orders of steps</h2>
      <p>{counts.join(" · ")}</p>
      {sorted.flatMap((pair) => {
        const { first, second, result, example, rule } = pair;
        return example === undefined
          ? []
          : [
              <details open={result === "conflict"} id={`pw-pair-${pairs.indexOf(pair)}`}>
                <summary>
                  <strong>{result}</strong> <code>{first}</code> and <code>{second}</code>
                </summary>
                <p>
                  {example.reduced === undefined ? "Input" : "Reduced from"} {example.file}
                </p>
                <pre>{example.reduced ?? example.input}</pre>
                <div class="pw-outputs">
                  <Output name={first} output={example.output} />
                  <Output name={second} output={example.exchanged} />
                </div>
                {rule !== undefined && (
                  <>
                    <p>A rule that fixes the order</p>
                    <pre>- {JSON.stringify(rule)}</pre>
                  </>
                )}
              </details>,
            ];
      })}
      {steps.length > 1 && (
        <div class="pw-scroll" tabIndex={0} role="region" aria-label="Matrix of orders">
          <table class="pw-matrix">
            <thead>
              <tr>
                <td />
                {steps.slice(0, -1).map((_, index) => (
                  <th scope="col">{index + 1}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {steps.map((step, row) => (
                <tr>
                  <th scope="row">
                    {row + 1} {step}
                  </th>
                  {steps.slice(0, row).map((other) => {
                    const key = `${other} ${step}`;
                    const result = results.get(key);
                    const sign = result === undefined ? "|" : SIGNS[result];
                    const place = examples.get(key);
                    return (
                      <td
                        class={`pw-${(result ?? "ordered").split(" ")[0]}`}
                        title={`${other}, ${step}: ${result ?? "ordered"}`}
                      >
                        {place === undefined ? (
                          sign
                        ) : (
                          <button
                            type="button"
                            class="pw-link"
                            aria-label={`${result ?? ""}: ${other} and ${step}`}
                            onClick={() => show(place)}
                          >
                            {sign}
                          </button>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {missing.length > 0 && (
        <ul>
          {missing.map((text) => (
            <li>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Output({ name, output }: { readonly name: string; readonly output: OrderOutput }) {
  return (
    <div>
      <code>{name}</code> first
      <pre>{output.ok ? output.text : `error: ${output.message}`}</pre>
    </div>
  );
}
