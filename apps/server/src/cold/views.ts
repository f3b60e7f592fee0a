/** The cold wallets and their payments as the console reads them. */
import type { ColdSafeView, ColdSpendView, ColdWalletView } from '@fairlead/contract';
import { formatDecimal } from '@fairlead/units';
import { currencyScale } from '../chains/index.ts';
import type { Queryable } from '../core/store/database.ts';
import { operatorNames } from '../operators/index.ts';
import type { Cold } from './cold.ts';
import { type ColdSpend, coinCounts, signaturesOf } from './queries.ts';
import type { SafeWallet } from './safe/safe.ts';
import { readSafeDescriptor } from './safe/transaction.ts';

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

/** Absent where none is set. */
export async function safeView(safe: SafeWallet | undefined): Promise<ColdSafeView | undefined> {
  if (safe === undefined) return undefined;
  const holdings = await safe.holdings();
  const { address, hotAddresses } = safe;
  const hot = hotAddresses.map((each) => ({ address: each }));
  if (holdings === undefined) {
    const assets = await safe.assets();
    return { address, balances: assets.map(({ currency, scale }) => ({ currency, scale, hot })) };
  }
  const { state, findings, balances } = holdings;
  return {
    ...{ address, chain_id: state.chainId },
    ...(state.safe && {
      ...{ version: state.safe.version, required: state.safe.required },
      ...{ owners: [...state.safe.owners], nonce: Number(state.safe.nonce) },
    }),
    findings: findings.map((finding) => ({ ...finding })),
    balances: balances.map(({ asset: { currency, scale }, cold, held, hot: paid }) => {
      const shown = (units: bigint): string => formatDecimal(units, scale);
      return {
        ...{ currency, scale, balance: shown(cold), held: shown(held) },
        hot: [...paid].map(([to, units]) => ({ address: to, balance: shown(units) })),
      };
    }),
  };
}

/** How many have to sign, and those who may: their keys' fingerprints, or their addresses. */
function signersOf(
  cold: Cold,
  spend: ColdSpend,
): { readonly required: number; readonly names: readonly string[] } {
  if (spend.chain === 'ERC20') {
    const { required, owners } = readSafeDescriptor(spend.descriptor);
    return { required, names: owners };
  }
  const { required, keys } = cold.walletOf(spend);
  return { required, names: keys.map(({ fingerprint }) => fingerprint) };
}

/** What only bitcoin has, or only a Safe. */
function partsOf(spend: ColdSpend, scale: number, coins: number) {
  if (spend.chain === 'ERC20')
    return {
      ...{ nonce: Number(spend.nonce), safe: readSafeDescriptor(spend.descriptor).address },
      ...(spend.carriedBy !== undefined && { carried_by: spend.carriedBy }),
    };
  const shown = (units = 0n): string => formatDecimal(units, scale);
  return { fee: shown(spend.fee), change: shown(spend.change), coins };
}

async function scalesOf(
  source: Queryable,
  spends: readonly ColdSpend[],
): Promise<ReadonlyMap<string, number>> {
  const scales = new Map<string, number>();
  for (const name of new Set(spends.map(({ currency }) => currency)))
    scales.set(name, (await currencyScale(source, name))?.scale ?? SCALE);
  return scales;
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
  const scales = await scalesOf(source, spends);
  return spends.map((spend) => {
    const signers = signersOf(cold, spend);
    const scale = scales.get(spend.currency) ?? SCALE;
    return {
      ...{ id: spend.id, status: spend.status, tx_id: spend.txId, address: spend.address },
      ...{ chain: spend.chain, currency: spend.currency },
      amount: formatDecimal(spend.amount, scale),
      ...partsOf(spend, scale, coins.get(spend.id) ?? 0),
      required: signers.required,
      keys: signers.names.length,
      signed: (signatures.get(spend.id) ?? []).map(({ key, operatorId, timeMs }) => ({
        number: key,
        fingerprint: signers.names[key] ?? '',
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
