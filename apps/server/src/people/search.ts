/** One box for people, records and transactions. What a text can be is read off its form; each look is in the audit log. */
import { type ResponseOf, routes } from '@fairlead/contract';
import { act } from '../core/acts/acts.ts';
import { type Call, type Caller, mayCall } from '../core/http/handler.ts';
import { maskedAccount } from '../identity/users/index.ts';
import { peopleById } from './account-queries.ts';
import type { PeopleNeeds } from './needs.ts';
import {
  type FoundRecord,
  recordsById,
  recordsByReference,
  recordsByTx,
  usersByAccount,
  usersByAddress,
  usersByEmailMask,
  usersByNickname,
  usersByPhoneMask,
  withdrawalsTo,
} from './search-queries.ts';

type By = ResponseOf<'operatorSearch'>['by'];

interface Look {
  readonly by: By;
  /** Ids of users. */
  readonly people?: (needs: PeopleNeeds) => Promise<number[]>;
  readonly records?: (needs: PeopleNeeds) => Promise<FoundRecord[]>;
}

/** What a text is looked for as. */
export function lookFor(text: string): Look {
  const id = /^(?:FL-)?(\d{1,15})$/i.exec(text)?.[1];
  if (id !== undefined) return byId(Number(id), /^FL-/i.test(text));
  const tx = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase();
  if (tx !== undefined)
    return { by: 'transaction', records: ({ database }) => recordsByTx(database, tx) };
  const email = /^(.)\*{3}@(\S+)$/u.exec(text);
  if (email !== null) {
    const [, first = '', domain = ''] = email.map((part) => part.toLowerCase());
    return { by: 'mask', people: ({ database }) => usersByEmailMask(database, first, domain) };
  }
  const phone = /^\+(\d{1,4}) ?\*{3} ?(\d{4})$/.exec(text);
  if (phone !== null) {
    const [, areaCode = '', tail = ''] = phone;
    return { by: 'mask', people: ({ database }) => usersByPhoneMask(database, areaCode, tail) };
  }
  if (text.includes('@') || text.startsWith('+')) {
    const account = text.includes('@') ? text.toLowerCase() : `+${text.replaceAll(/\D/g, '')}`;
    return { by: 'account', people: ({ database }) => usersByAccount(database, account) };
  }
  if (/^[0-9a-z]{25,100}$/i.test(text))
    return {
      by: 'address',
      people: ({ database }) => usersByAddress(database, text),
      records: ({ database }) => withdrawalsTo(database, text),
    };
  return {
    by: 'name',
    people: ({ database }) => usersByNickname(database, text),
    records: ({ reports }) => recordsByReference(reports, text),
  };
}

/** Digits may be a telephone that was typed without its plus, too. */
const byId = (id: number, isUser: boolean): Look => ({
  by: 'id',
  people: async ({ database }) =>
    isUser || !mayBePhone(String(id))
      ? [id]
      : [...new Set([id, ...(await usersByAccount(database, `+${id}`))])],
  ...(!isUser && { records: ({ reports }) => recordsById(reports, id) }),
});

const PHONE_DIGITS_MIN = 7;

/** Digits, as many as a telephone has, however they are set. */
const mayBePhone = (text: string): boolean =>
  /^[\d ()./-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= PHONE_DIGITS_MIN;

/**
 * What the audit log says of a text. It may be somebody's account, then the log says only that one was looked for; of what
 * may be a telephone the end stays, by which masks show one too.
 */
export function loggedText(text: string, by: By): string | undefined {
  if (by === 'account') return undefined;
  return mayBePhone(text) ? `*** ${text.replaceAll(/\D/g, '').slice(-4)}` : text;
}

/** Support finds people only: it reads no queue of money. */
export const readsRecords = ({ caller }: { readonly caller: Caller }): boolean =>
  mayCall(routes.operatorWithdrawals.access, caller);

export function operatorSearch(
  needs: PeopleNeeds,
  call: Call<'operatorSearch'>,
): Promise<ResponseOf<'operatorSearch'>> {
  const text = call.input.text.trim();
  const look = lookFor(text);
  const logged = loggedText(text, look.by);
  const detail = { by: look.by, ...(logged !== undefined && { text: logged }) };
  return act(needs, call, { action: 'search', subject: look.by, detail }, async () => {
    const [userIds = [], records = []] = await Promise.all([
      look.people?.(needs),
      readsRecords(call) ? look.records?.(needs) : undefined,
    ]);
    const owners = records.map(({ userId }) => userId);
    const people = await peopleById(needs.database, [...new Set([...userIds, ...owners])]);
    const maskOf = (userId: number): string => {
      const person = people.get(userId);
      return person === undefined ? '' : maskedAccount(person);
    };
    return {
      by: look.by,
      users: userIds
        .filter((userId) => people.has(userId))
        .map((userId) => ({ id: userId, account: maskOf(userId) })),
      records: records.map((record) => ({
        kind: record.kind,
        id: record.id,
        user_id: record.userId,
        user: maskOf(record.userId),
        status: record.status,
        ...(record.sendState !== undefined && { send_state: record.sendState }),
        time: record.timeMs,
      })),
    };
  });
}
