/**
 * Recurring buys in one process, as its server has them: the real room with its calls, its rounds, and commands of users beside
 * the writer. Nothing here knows what a plan is.
 */
import type { ParsedOf } from '@fairlead/contract';
import { LocalCommands } from '../../../src/core/commands/local-commands.ts';
import { OrderGate } from '../../../src/core/operations/order-gate.ts';
import type { Sequencer } from '../../../src/core/sequencer/sequencer.ts';
import type { Database } from '../../../src/core/store/database.ts';
import type { MarketData } from '../../../src/market/data/index.ts';
import { spotCommands } from '../../../src/spot/commands.ts';
import {
  carryOutPlans,
  type Purchasing,
  type RecurringParts,
} from '../../../src/spot/recurring/carry-out.ts';
import { lockPlans } from '../../../src/spot/recurring/queries.ts';
import { recurringHandlers } from '../../../src/spot/recurring/routes.ts';
import type { Auditor } from '../auditor.ts';
import type { CrashPoint } from '../engines/crash-points.ts';
import { InjectedError } from '../store/memory-server.ts';
import { Violation } from '../violation.ts';

export interface PlanRoomParts {
  readonly process: {
    readonly isDead: boolean;
    diesAt: CrashPoint | undefined;
    at(point: CrashPoint): void;
  };
  /** Where it dies at a purchase, if anywhere. */
  readonly crashPoint: () => CrashPoint | undefined;
  readonly database: Database;
  readonly sequencer: Sequencer;
  readonly marketData: Pick<MarketData, 'book' | 'indexPrice' | 'terms'>;
  readonly clock: { now(): number };
  readonly auditor: Auditor;
  readonly onViolation: (error: unknown) => void;
}

type PlanCalls = ReturnType<typeof recurringHandlers>;
type PlanCall = 'createRecurringPlan' | 'setRecurringPlan';

/** One exchange has one secret, whichever process it is. */
const secrets = { digests: (purpose: string) => [Buffer.from(`the secret of ${purpose}`)] };

export class PlanRoom {
  readonly #parts: PlanRoomParts;
  readonly #needs: RecurringParts;
  readonly #commands: Purchasing;
  readonly #calls: PlanCalls;
  #isInRound = false;

  constructor(parts: PlanRoomParts) {
    const { database, marketData, clock, sequencer } = parts;
    const { terms } = marketData;
    this.#parts = parts;
    const log = {
      warn: ({ err }: { readonly err: unknown }) => this.#unless(err),
      // Nobody here writes into its tables but it.
      error: (_: object, words: string) =>
        parts.onViolation(new Violation('a plan is as its owner agreed to it', words)),
    };
    const shared = { database, marketData, terms, clock, secrets };
    const messages = { tell: async () => true };
    this.#needs = { ...shared, messages, log: log as never };
    const local = new LocalCommands({
      sequencer,
      rules: spotCommands({
        ...{ database, sequencer, terms, orderGate: new OrderGate() },
        reconciler: { isSound: true },
      }),
      gate: { refusalOf: () => undefined },
    });
    this.#commands = this.#purchasing(local);
    // None of its calls sends a command.
    this.#calls = recurringHandlers({ ...shared, reads: database, commands: undefined as never });
  }

  /** What is due is carried out, one round at a time. */
  async round(): Promise<void> {
    if (this.#isInRound) return;
    this.#isInRound = true;
    await carryOutPlans(this.#needs, this.#commands).catch((error: unknown) => this.#unless(error));
    this.#isInRound = false;
  }

  /** A call of a user's session. */
  async call<Name extends PlanCall>(
    name: Name,
    userId: number,
    input: ParsedOf<Name>,
  ): Promise<void> {
    const caller = { kind: 'user', userId, sessionId: 1, sessionKey: '' } as const;
    const call = { input, caller, language: 'en', say: () => '' };
    await this.#calls[name](call as never);
  }

  /** As with their owner's lock. */
  lock(userId: number): Promise<void> {
    const { database, clock } = this.#parts;
    return lockPlans(database, { userId, nowMs: clock.now() });
  }

  /** What fails because a fault made it fail is tried again; anything else is one of ours. */
  #unless(error: unknown): void {
    if (!(error instanceof InjectedError)) this.#parts.onViolation(error);
  }

  /** Whoever is dead hears nothing; what is answered is held to the tables like any answer. */
  #purchasing(local: LocalCommands): Purchasing {
    const { process, auditor, crashPoint } = this.#parts;
    const alive = async <Made>(made: Promise<Made>): Promise<Made> => {
      try {
        const answer = await made;
        return process.isDead ? await forever() : answer;
      } catch (error) {
        if (process.isDead) return forever();
        throw error;
      }
    };
    return {
      find: (keyed) => alive(local.find(keyed)),
      submitEach: (keyed, elements) => alive(local.submitEach(keyed, elements)),
      submit: async (keyed, asked) => {
        auditor.name(asked.command, keyed.idempotency);
        process.diesAt ??= crashPoint();
        process.at('received');
        const answered = local.submit(keyed, asked);
        process.at('reserved');
        const answer = await alive(answered);
        process.at('answered');
        if (process.isDead) return forever();
        auditor.acknowledged(asked.command, answer);
        return answer;
      },
    };
  }
}

const forever = (): Promise<never> => new Promise(() => undefined);
