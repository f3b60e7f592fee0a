/**
 * A ledger account's id packs owner (33 bits), kind (5) and currency (15) into a safe integer, so that
 * the accounts of an owner lie together and no table is needed to name one. The codes are stored: they
 * never change and are never reused.
 */
import { assert } from '@fairlead/units';
import { CURRENCY_ID_MAX, OWNER_MAX } from '../limits.ts';
import { type AccountKind, HOUSE, type LedgerAccountId, type OwnerId } from '../terms.ts';

const KIND_CODES: ReadonlyMap<AccountKind, number> = new Map<AccountKind, number>([
  ['coin', 1],
  ['option', 2],
  ['contract', 3],
  ['trust', 4],
  ['other_engines', 15],
  ['external', 16],
  ['capital', 17],
  ['fees', 18],
  ['option_house', 19],
  ['contract_house', 20],
  ['insurance_fund', 21],
  ['yield_treasury', 22],
  ['subscription_proceeds', 23],
  ['deposits_in_transit', 24],
  ['withdrawals_in_transit', 25],
  ['referral_rebates', 26],
  ['suspense', 27],
  ['rounding', 28],
  ['demo_faucet', 29],
  ['option_escrow', 30],
  ['subscription_supply', 31],
]);
/** By code. */
const KINDS: readonly (AccountKind | undefined)[] = [...KIND_CODES].reduce<
  (AccountKind | undefined)[]
>((kinds, [kind, code]) => kinds.with(code, kind), Array(2 ** 5).fill(undefined));

/** Users' kinds have lower codes. */
const HOUSE_CODE_MIN = 15;
const CURRENCIES = 2 ** 15;
const KINDS_ROOM = 2 ** 5;

/** What an account id says. */
export interface LedgerAccount {
  readonly owner: OwnerId;
  readonly kind: AccountKind;
  readonly currencyId: number;
}

/** Packs owner, kind and currency. The house owns house accounts, a user the four user accounts. */
export function ledgerAccountId(
  owner: OwnerId,
  kind: AccountKind,
  currencyId: number,
): LedgerAccountId {
  const code = KIND_CODES.get(kind);
  assert(code !== undefined, 'the kind of account is known');
  assert(Number.isInteger(owner) && owner >= 0 && owner <= OWNER_MAX, 'an owner has 33 bits');
  assert(code >= HOUSE_CODE_MIN === (owner === HOUSE), 'only the house owns house accounts');
  assert(
    Number.isInteger(currencyId) && currencyId >= 1 && currencyId <= CURRENCY_ID_MAX,
    'a currency has 15 bits',
  );
  return (owner * KINDS_ROOM + code) * CURRENCIES + currencyId;
}

/** The inverse of ledgerAccountId. */
export function ledgerAccount(accountId: LedgerAccountId): LedgerAccount {
  assert(Number.isSafeInteger(accountId) && accountId >= 0, 'an account id is a safe integer');
  // By powers of two, so each quotient is exact; the remainder of such large numbers would cost a call.
  const rest = Math.floor(accountId / CURRENCIES);
  const owner = Math.floor(rest / KINDS_ROOM);
  const kind = KINDS[rest - owner * KINDS_ROOM];
  assert(kind !== undefined, 'the kind of account is known');
  return { owner, kind, currencyId: accountId - rest * CURRENCIES };
}
