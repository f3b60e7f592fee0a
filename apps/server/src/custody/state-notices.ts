/**
 * Tells owners how they stand: frozen or not, with their withdrawals held or not. What has neither a number nor a time of its
 * own is told when it is not what they were told last, so that it is told after a crash too, and once.
 */
import type { OwnerStateRow, WithdrawalHoldRow } from '@fairlead/engine';
import type { Database } from '../core/store/database.ts';
import { lastTold, type Notice } from '../notices/index.ts';
import { latestHolds, latestOwnerStates } from './queries.ts';

type Standing = 'account_frozen' | 'account_unfrozen' | 'withdrawals_held' | 'withdrawals_released';
type Unnamed<Each> = Each extends Notice ? Omit<Each, 'key'> : never;

/** What an owner must have been told last of its kinds. */
export interface StandingNotice {
  readonly notice: Unnamed<Extract<Notice, { readonly kind: Standing }>>;
  readonly kinds: readonly Standing[];
  /** Read from the tables, and not from the commit that made it so. */
  readonly isMissed: boolean;
}

export function ownerNotice(
  { owner: userId, isFrozen }: OwnerStateRow,
  isMissed = false,
): StandingNotice {
  const kind = isFrozen ? 'account_frozen' : 'account_unfrozen';
  const kinds = ['account_frozen', 'account_unfrozen'] as const;
  return { notice: { userId, kind, params: {} }, kinds, isMissed };
}

export function holdNotice(
  { owner: userId, reason }: WithdrawalHoldRow,
  isMissed = false,
): StandingNotice {
  const kinds = ['withdrawals_held', 'withdrawals_released'] as const;
  if (reason === undefined)
    return { notice: { userId, kind: 'withdrawals_released', params: {} }, kinds, isMissed };
  const held = { userId, kind: 'withdrawals_held', params: { reason }, isMailed: true } as const;
  return { notice: held, kinds, isMissed };
}

/** Of all that is frozen or held, and of what two operators opened lately. */
export async function missedStandings(
  database: Database,
  withinMs: number,
): Promise<StandingNotice[]> {
  const states = await latestOwnerStates(database, withinMs);
  const holds = await latestHolds(database, withinMs);
  return [
    ...states.map((row) => ownerNotice(row, true)),
    ...holds.map((row) => holdNotice(row, true)),
  ];
}

/** Those that are news to their owners, each under the message that it follows. */
export async function newStandings(
  database: Database,
  standings: readonly StandingNotice[],
): Promise<Notice[]> {
  const ofKinds = Map.groupBy(standings, ({ kinds }) => kinds.join());
  const told = new Map(
    await Promise.all(
      [...ofKinds].map(async ([name, list]) => {
        const userIds = list.map(({ notice }) => notice.userId);
        return [name, await lastTold(database, userIds, list[0]?.kinds ?? [])] as const;
      }),
    ),
  );
  return standings.flatMap(({ notice, kinds, isMissed }) => {
    const last = told.get(kinds.join())?.get(notice.userId);
    // That nothing was told, long ago or ever, needs no end.
    const isNoNews = last === undefined && isMissed && notice.kind === kinds[1];
    const isTold =
      last?.kind === notice.kind &&
      (notice.kind !== 'withdrawals_held' || last.params['reason'] === notice.params.reason);
    if (isNoNews || isTold) return [];
    return { ...notice, key: `${notice.kind}:after:${last?.messageId ?? 0}` };
  });
}
