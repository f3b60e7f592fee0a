/** The cold wallet and its payments as the console reads them. */
import type { ColdSpendView, ColdWalletView } from '@fairlead/contract';
import { formatDecimal } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import { operatorNames } from '../operators/index.ts';
import type { Cold } from './cold.ts';
import { type ColdSpend, coinCounts, signaturesOf } from './queries.ts';

/** Bitcoin's. */
export const SCALE = 8;
const bitcoin = (units: bigint): string => formatDecimal(units, SCALE);

/** Absent where none is set. */
export async function walletView(cold: Cold): Promise<ColdWalletView | undefined> {
  const { wallet } = cold;
  if (wallet === undefined) return undefined;
  const holdings = await cold.holdings();
  return {
    required: wallet.required,
    keys: wallet.keys.map((key, number) => ({ number, ...key })),
    descriptor: wallet.descriptor,
    ...(holdings && {
      receive: holdings.receive,
      balance: bitcoin(holdings.balance),
      held: bitcoin(holdings.held),
      ...(holdings.unlisted > 0n && { unlisted: bitcoin(holdings.unlisted) }),
    }),
    hot: cold.hotAddresses.map((address) => {
      const balance = holdings?.hot.get(address);
      return { address, ...(balance !== undefined && { balance: bitcoin(balance) }) };
    }),
  };
}

export async function spendViews(
  cold: Cold,
  source: Queryable,
  spends: readonly ColdSpend[],
): Promise<ColdSpendView[]> {
  const ids = spends.map(({ id }) => id);
  const signatures = await signaturesOf(source, ids);
  const coins = await coinCounts(source, ids);
  const signers = [...signatures.values()].flat().map(({ operatorId }) => operatorId);
  const people = spends.flatMap(({ proposedBy, ended }) => [proposedBy, ended?.by ?? []].flat());
  const names = await operatorNames(source, [...signers, ...people]);
  const nameOf = (id: number): string => names.get(id) ?? String(id);
  return spends.map((spend) => {
    const wallet = cold.walletOf(spend);
    return {
      ...{ id: spend.id, status: spend.status, tx_id: spend.txId, address: spend.address },
      amount: bitcoin(spend.amount),
      fee: bitcoin(spend.fee),
      change: bitcoin(spend.change),
      coins: coins.get(spend.id) ?? 0,
      required: wallet.required,
      keys: wallet.keys.length,
      signed: (signatures.get(spend.id) ?? []).map(({ key, operatorId, timeMs }) => ({
        number: key,
        fingerprint: wallet.keys[key]?.fingerprint ?? '',
        operator: nameOf(operatorId),
        time: timeMs,
      })),
      reason: spend.reason,
      proposed_by: nameOf(spend.proposedBy),
      time: spend.createdAtMs,
      expires_at: spend.expiresAtMs,
      ...(spend.ended && { ended_by: nameOf(spend.ended.by), ended_for: spend.ended.reason }),
      changed_at: spend.changedAtMs,
    };
  });
}
