/** What operators see of people until they unmask it for a reason (cases.md L4). */
import type { TableRecord } from '../../core/store/export-queries.ts';
import type { AccountKind } from './queries.ts';

const TAIL_DIGITS = 4;

/** `a***@example.com`, `+81 *** 1234`. */
export function maskedAccount(owner: {
  readonly kind: AccountKind;
  readonly account: string;
  readonly areaCode: string | undefined;
}): string {
  const { kind, account, areaCode } = owner;
  if (kind === 'phone') return `+${areaCode ?? ''} *** ${account.slice(-TAIL_DIGITS)}`;
  const at = account.lastIndexOf('@');
  return `${account.slice(0, 1)}***${account.slice(at)}`;
}

/** What `withMaskedUser` makes one column of. */
export const MASKED_COLUMNS =
  'users.kind AS user_kind, users.account AS user_account, users.area_code';

/** A row of an operators' table, with who it is of masked. */
export function withMaskedUser(record: TableRecord): TableRecord {
  const areaCode = record['area_code'] === null ? undefined : String(record['area_code']);
  const account = String(record['user_account']);
  const user = maskedAccount({ kind: record['user_kind'] as AccountKind, account, areaCode });
  const shown = Object.entries(record).flatMap(([name, value]) => {
    if (name === 'user_kind' || name === 'area_code') return [];
    return name === 'user_account' ? [['user', user]] : [[name, value]];
  });
  return Object.fromEntries(shown);
}

/** What users see of one another: `m***a`, `+81***7`. Of short names only the first letter. */
export function publicName(owner: {
  readonly kind: AccountKind;
  readonly account: string;
  readonly areaCode: string | undefined;
}): string {
  const { kind, account, areaCode } = owner;
  if (kind === 'phone') return `+${areaCode ?? ''}***${account.slice(-1)}`;
  const name = account.slice(0, account.lastIndexOf('@'));
  return `${name.slice(0, 1)}***${name.length > 3 ? name.slice(-1) : ''}`;
}
