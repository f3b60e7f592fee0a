/** What operators see of people until they unmask it for a reason (reliability.md L4). */
import type { AccountKind } from '../store/user-queries.ts';

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
