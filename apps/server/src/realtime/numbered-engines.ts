/** Steps of several engines: each numbers its own, and one that is away keeps nobody from being told what the others do. */
import type { StepNumbers } from '@fairlead/contract';
import type { EngineName } from '../core/config/engines.ts';
import type { StepSource } from '../steps/index.ts';
import { OTHER_HEAD_MAX_MS } from './limits.ts';
import { type NewStep, NumberedSteps } from './numbered.ts';

const HOME = 'spot' satisfies EngineName;

export interface NumberedEnginesParts<Told> extends StepSource {
  readonly send: (
    owner: number,
    engine: EngineName,
    step: NewStep<Told> & { readonly previous: number },
  ) => void;
}

export class NumberedEngines<Told> {
  readonly #byEngine: ReadonlyMap<EngineName, NumberedSteps<Told>>;
  readonly #home: NumberedSteps<Told>;

  constructor(parts: NumberedEnginesParts<Told>) {
    const of = (engine: EngineName) =>
      new NumberedSteps<Told>({
        readHead: (owner) => parts.readHead(owner, engine),
        send: (owner, step) => parts.send(owner, engine, step),
      });
    this.#home = of(HOME);
    this.#byEngine = new Map(
      parts.engines.map((engine) => [engine, engine === HOME ? this.#home : of(engine)]),
    );
  }

  /** Numbers an owner's steps of the home; gives up to where a socket that joined before knows all by reading. */
  begin(owner: number): Promise<number> {
    return this.#home.begin(owner);
  }

  /** The same of every engine; one that cannot be asked in time is not in it. */
  async beginAll(owner: number): Promise<StepNumbers & { readonly spot: number }> {
    const numbers: { [Name in EngineName]?: number } = {};
    const others = [...this.#byEngine].filter(([engine]) => engine !== HOME);
    const [spot] = await Promise.all([
      this.#home.begin(owner),
      ...others.map(async ([engine, steps]) => {
        const number = await inTime(steps.begin(owner));
        if (number !== undefined) numbers[engine] = number;
      }),
    ]);
    return { ...numbers, spot };
  }

  end(owner: number): void {
    for (const steps of this.#byEngine.values()) steps.end(owner);
  }

  owners(): readonly number[] {
    return this.#home.owners();
  }

  has(owner: number): boolean {
    return this.#home.has(owner);
  }

  passed(engine: EngineName, sequence: number): void {
    this.#byEngine.get(engine)?.passed(sequence);
  }

  tell(engine: EngineName, owner: number, step: NewStep<Told>): void {
    const steps = this.#byEngine.get(engine);
    // Where it stands could not be read before.
    if (engine !== HOME) steps?.follow(owner);
    steps?.tell(owner, step);
  }
}

async function inTime(number: Promise<number>): Promise<number | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), OTHER_HEAD_MAX_MS);
  });
  try {
    return await Promise.race([number, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
