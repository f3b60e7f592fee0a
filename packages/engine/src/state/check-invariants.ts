/**
 * A full recount of what the engine's parts must agree on. It takes time in proportion to the open
 * state, so it runs in tests and in the background, not with each command.
 */
import { assert } from '@fairlead/units';
import { PRODUCTS } from '../products.ts';
import { isOutside, type LedgerAccountId } from '../terms.ts';
import type { EngineState } from './state.ts';

export function checkInvariants(state: EngineState): void {
  const holds = new Map<LedgerAccountId, bigint>();
  for (const product of PRODUCTS) {
    for (const { accountId, amount } of product.check(state)) {
      holds.set(accountId, (holds.get(accountId) ?? 0n) + amount);
    }
  }
  checkBalances(state, holds);
}

function checkBalances(state: EngineState, holds: Map<LedgerAccountId, bigint>): void {
  const sums = new Map<number, bigint>();
  for (const { accountId, account, currencyId, total, frozen } of state.ledger.rows()) {
    assert(frozen === (holds.get(accountId) ?? 0n), 'what is frozen is the sum of the holds');
    assert(total >= frozen || isOutside(account), 'available is not negative');
    sums.set(currencyId, (sums.get(currencyId) ?? 0n) + total);
    holds.delete(accountId);
  }
  assert(holds.size === 0, 'each hold has an account');
  for (const sum of sums.values()) assert(sum === 0n, 'all postings of a currency sum to zero');
}
