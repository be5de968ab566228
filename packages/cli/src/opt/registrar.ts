import { diagnosticOf, PassRegistry } from "@passwright/core";
import type { Diagnostic, Owner, PassDefinition } from "@passwright/core";
import { dialects as ownDialects } from "@passwright/ir";
import type { DialectDefinition, Operation } from "@passwright/ir";
import type { DefinedPlugin } from "@passwright/sdk";
import { dialectTwice } from "../errors.ts";

/** What plugins brought, those of this package included. */
export interface LoadedPasses {
  readonly registry: PassRegistry<Operation>;
  readonly dialects: readonly DialectDefinition[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Whose the passes are. */
interface Named {
  readonly name: string;
  readonly version?: string | undefined;
}

/** Collects what plugins have, and what two of them have under one name. */
export class Registrar {
  readonly registry: PassRegistry<Operation> = new PassRegistry<Operation>();
  readonly #dialects = new Map<string, DialectDefinition>(ownDialects.map((one) => [one.name, one]));
  readonly #clashes: Diagnostic[] = [];
  readonly #owners = new Map<string, Owner>();

  register({ name, version }: Named, code: DefinedPlugin): void {
    const owner = version === undefined ? { name } : { name, version };
    // A plugin's passes are over some IR; that it is this one is what naming it here says.
    for (const pass of code.passes) this.registerPass(pass as never, owner);
    for (const pipeline of code.pipelines ?? []) {
      this.#try(() => this.registry.registerPipeline(pipeline as never, owner));
    }
    for (const analysis of code.analyses ?? []) {
      this.#try(() => this.registry.registerAnalysis(analysis as never, owner));
    }
    for (const dialect of code.dialects ?? []) this.#addDialect(dialect as DialectDefinition, owner);
  }

  /** All of it, after `problems` that there were with loading. */
  loaded(problems: readonly Diagnostic[] = []): LoadedPasses {
    const diagnostics = [...problems, ...this.#clashes];
    return { registry: this.registry, dialects: [...this.#dialects.values()], diagnostics };
  }

  registerPass(pass: PassDefinition<object>, owner: Owner): void {
    this.#try(() => this.registry.registerPass(pass as never, owner));
  }

  #addDialect(dialect: DialectDefinition, owner: Owner): void {
    const known = this.#dialects.get(dialect.name);
    if (known !== undefined && known !== dialect) {
      this.#clashes.push(dialectTwice(dialect.name, this.#owners.get(dialect.name)?.name, owner.name));
      return;
    }
    this.#dialects.set(dialect.name, dialect);
    this.#owners.set(dialect.name, owner);
  }

  #try(register: () => unknown): void {
    try {
      register();
    } catch (thrown) {
      const diagnostic = diagnosticOf(thrown);
      if (diagnostic === undefined) throw thrown;
      this.#clashes.push(diagnostic);
    }
  }
}
