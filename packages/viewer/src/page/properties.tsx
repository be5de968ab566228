import type { Model, PipelineModel } from "./model.ts";

interface PropertiesProps {
  readonly model: Model;
  readonly pipeline: PipelineModel;
  readonly selected: string | undefined;
  readonly onStep: (address: string) => void;
}

const SIGNS = { provides: "+", invalidates: "−", requires: "?", forbids: "!", preserves: "·" } as const;

/** Shows properties and values along the pipeline: a row for each step, and a column for each property or value. */
export function PropertiesPanel({ model, pipeline, selected, onStep }: PropertiesProps) {
  const { explained, properties, guards } = pipeline.facts;
  if (properties.length === 0) return <p class="pw-empty">No step of this pipeline declares a property.</p>;
  const index = new Map(explained.map(({ address }, place) => [address, place]));
  const passIndex = (pass: string, isLast: boolean): number => {
    const places = explained.flatMap((one, place) => (one.pass === pass ? [place] : []));
    return (isLast ? places.at(-1) : places[0]) ?? -1;
  };
  const guarded = (name: string, place: number): boolean =>
    guards.some(
      ({ property, from, to }) => property === name && place > passIndex(from, false) && place < passIndex(to, true),
    );
  return (
    <div class="pw-scroll" tabIndex={0} role="region" aria-label="Properties along the pipeline">
      <table class="pw-lanes">
        <caption>
          + provides, − invalidates, ? requires, ! forbids, · preserves. A filled cell: the property holds after the
          step.
        </caption>
        <thead>
          <tr>
            <th scope="col">step</th>
            {properties.map(({ name, kind, doc }) => (
              <th scope="col" title={doc}>
                {name} <small>{kind}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">input</th>
            {properties.map(({ initially }) => (
              <td class={initially ? "pw-holds" : ""}>{initially ? "holds" : ""}</td>
            ))}
          </tr>
          {explained.map(({ address }) => {
            const place = index.get(address) ?? 0;
            return (
              <tr class={address === selected ? "pw-selected" : ""}>
                <th scope="row">
                  <button type="button" class="pw-link" onClick={() => onStep(address)}>
                    {model.stepNames.get(address)}
                  </button>
                </th>
                {properties.map(({ name, roles, holds }) => {
                  const own = roles.filter(({ step }) => step === address).map(({ role }) => role);
                  const isHeld = holds[place] === true;
                  const isGuarded = guarded(name, place);
                  return (
                    <td class={`${isHeld ? "pw-holds" : ""}${isGuarded ? " pw-guarded" : ""}`} title={own.join(", ")}>
                      {own.map((role) => SIGNS[role]).join(" ")}
                      <span class="pw-sr">
                        {own.join(", ")} {isHeld ? "holds" : "does not hold"} {isGuarded ? "guarded" : ""}
                      </span>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      {guards.length > 0 && (
        <ul>
          {guards.map(({ property, from, to, reason }) => (
            <li>
              Between {from} and {to}, every step must preserve {property}: “{reason}”
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
