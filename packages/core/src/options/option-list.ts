import type { JsonSchema, OptionSpec, OptionValue, ScalarSpec } from "./option-spec.ts";
import { splitList } from "./option-text.ts";
import { AN_OPTION, checkArgument, described, isSpec, needsValue, notTaken } from "./option-value.ts";

/**
 * Defines an option whose value is a list: `list=1,2`. If the option is repeated, its values are appended to the list.
 * The default is an empty list.
 *
 * @throws {@link UsageError} PWC0103 if `element` is not an option, or if it is a list. Textual pipelines cannot contain
 *   lists of lists.
 */
export function list<T>(element: ScalarSpec<T>, doc: string): OptionSpec<readonly T[]> {
  checkArgument(isSpec(element), "list", AN_OPTION, element);
  checkArgument(!(element as { isList: boolean }).isList, "list", "an option that is not a list", element.kind);
  const expects = `a list; each element must be ${element.expects}`;
  const readEach = <P>(parts: readonly P[], read: (part: P) => OptionValue<T>): OptionValue<readonly T[]> => {
    const values: T[] = [];
    for (const part of parts) {
      const value = read(part);
      if (!value.ok) return value;
      values.push(value.value);
    }
    return { ok: true, value: Object.freeze(values) };
  };
  const schema = (): JsonSchema => {
    const { default: _default, description: _description, ...items } = element.schema();
    return { type: "array", items, default: [], ...described(doc) };
  };
  return {
    kind: "list",
    default: Object.freeze([]),
    doc,
    placeholder: element.placeholder,
    expects,
    isList: true,
    ...(element.isTable === true ? { isTable: true } : {}),
    ...(element.isPipeline === true ? { isPipeline: true } : {}),
    ...(element.inner === undefined ? {} : { inner: element.inner }),
    parse: (text, read) =>
      text === undefined ? needsValue : readEach(splitList(text), (part) => element.parse(part, read)),
    take(values, read) {
      if (!Array.isArray(values)) return notTaken(expects, values);
      // `Array.from` replaces holes with `undefined`, which `take` refuses.
      const taken = readEach(Array.from<unknown>(values), (value) => element.take(value, read));
      return taken.ok || taken.within !== undefined || taken.pipeline !== undefined ? taken : notTaken(expects, values);
    },
    print: (values) => {
      const texts = values.map((value) => element.print(value));
      return texts.includes(undefined) ? undefined : (texts as string[]);
    },
    schema,
  };
}
