/**
 * "Lock my account", by its owner: frozen in the engine, recurring buys paused, all sessions and keys of programs ended, at once
 * and without a password, for whoever is robbed has no time. Logged in again they may look, write to the desk and ask by photos of their document to have
 * it undone; nothing that protects the account changes meanwhile. Two operators undo it (people/effects.ts).
 */

import { ProblemError, type RouteName } from '@fairlead/contract';
import { mainOf } from '@fairlead/engine';
import { endSharesOf } from '../../account-shares/index.ts';
import type { ApiKeys } from '../../bots/index.ts';
import { runCommand } from '../../core/acts/acts.ts';
import type { Call, Handlers } from '../../core/http/handler.ts';
import type { SequencerPort } from '../../core/sequencer/sequencer.ts';
import type { Database } from '../../core/store/database.ts';
import type { Messages } from '../../notices/index.ts';
import { lockPlans } from '../../spot/index.ts';
import type { Files } from '../../verification/index.ts';
import type { Recoveries } from '../recovery/recoveries.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { lockUser } from '../users/index.ts';
import { findLock, insertLock, type LockRow, lastLifted, updateAsked } from './queries.ts';

/** What changes who may come in, where money may go, or who is told. */
const CLOSED = [
  'changePassword',
  'saveFundPassword',
  'beginOtp',
  'confirmOtp',
  'disableOtp',
  'beginPasskey',
  'confirmPasskey',
  'renamePasskey',
  'removePasskey',
  'saveMailWord',
  'createApiKey',
  'editApiKey',
  'createWebhook',
  'editWebhook',
  'rotateWebhookSecret',
  'addAddress',
  'saveBankCard',
  // Whose documents an account is known by decides who may open it again.
  'realName',
  'realName2',
  'saveNotification',
  'saveMailWishes',
  // What goes on spending by itself.
  'createRecurringPlan',
  'createSubAccount',
  'editSubAccount',
  'createAccountShare',
  'acceptAccountShare',
] as const satisfies readonly RouteName[];

export interface AccountLocksOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly sequencer: SequencerPort;
  readonly sessions: Sessions;
  readonly apiKeys: Pick<ApiKeys, 'revokeAll' | 'forgetEnded'>;
  readonly messages: Messages;
  readonly files: Pick<Files, 'checkFresh'>;
  readonly recoveries: Pick<Recoveries, 'stop'>;
}

export class AccountLocks {
  readonly #options: AccountLocksOptions;

  constructor(options: AccountLocksOptions) {
    this.#options = options;
  }

  find(userId: number): Promise<LockRow | undefined> {
    return findLock(this.#options.database, userId);
  }

  /** A link that is older than the end of a lock: whoever keeps an old mail does not lock its owner out again and again. */
  async isSpent(link: { readonly userId: number; readonly madeAtMs: number }): Promise<boolean> {
    const liftedAtMs = await lastLifted(this.#options.database, link.userId);
    return liftedAtMs !== undefined && link.madeAtMs <= liftedAtMs;
  }

  /** Frozen first: whatever fails after that can be done again. Repeating it ends what was begun meanwhile. */
  async lock(userId: number, { isByMail }: { readonly isByMail: boolean }): Promise<void> {
    const { database, clock, sessions, apiKeys, messages, recoveries } = this.#options;
    const freeze = { kind: 'set_owner_state', owner: userId, isFrozen: true } as const;
    await runCommand(this.#options, freeze);
    const nowMs = clock.now();
    const { isNew, endedKeys, opened } = await database.transaction(async (transaction) => {
      // Whatever is under way and guards its account by the same row ends before, or is refused (lockOpenAccount).
      await lockUser(transaction, userId);
      const made = await insertLock(transaction, { userId, isByMail, lockedAtMs: nowMs });
      // Whoever makes them go on again is its owner, once the account is open.
      await lockPlans(transaction, { userId, nowMs });
      const ended = await apiKeys.revokeAll(transaction, userId);
      await endSharesOf(transaction, userId, { nowMs, isReaderToo: true });
      return {
        ...{ isNew: made, endedKeys: ended },
        opened: await sessions.endAllIn(transaction, userId),
      };
    });
    // Operators who opened the account in between have not seen the lock; from here on they do.
    if (isNew) await runCommand(this.#options, freeze);
    apiKeys.forgetEnded(userId, endedKeys);
    sessions.forgetEnded(userId, opened);
    // Whoever is robbed may be robbed of two ways.
    await recoveries.stop({ userId }, 'locked');
    if (isNew) await messages.tellAndMail(userId, 'account_locked', {});
  }

  /** Asks operators to open the account again. Throws `not_found` for photos of others or of before the lock, and where nothing is locked. */
  async ask(
    userId: number,
    photos: { readonly documentId: number; readonly holdingId: number },
  ): Promise<void> {
    const { database, clock, files } = this.#options;
    const lock = await this.find(userId);
    if (lock === undefined) throw new ProblemError('not_found');
    await files.checkFresh(userId, photos, { sinceMs: lock.lockedAtMs, use: 'lock' });
    if (!(await updateAsked(database, { userId, ...photos, atMs: clock.now() })))
      throw new ProblemError('not_found');
  }

  /** The same handlers, closed to who is locked where they change what protects the account. */
  around(handlers: Handlers): Handlers {
    const guarded = CLOSED.map((name) => {
      const handler = handlers[name] as (call: Call) => unknown;
      return [
        name,
        async (call: Call) => {
          await this.#refuseLocked(call);
          return handler(call);
        },
      ];
    });
    const { setRecurringPlan } = handlers;
    return {
      ...handlers,
      ...Object.fromEntries(guarded),
      setRecurringPlan: async (call) => {
        if (call.input.state === 'active') await this.#refuseLocked(call);
        return setRecurringPlan(call);
      },
    };
  }

  async #refuseLocked({ caller }: Pick<Call, 'caller'>): Promise<void> {
    if (caller.kind === 'user' && (await this.find(mainOf(caller.userId))) !== undefined)
      throw new ProblemError('account_locked');
  }
}
