/** What bitcoin tells of signed sweeps, and how one that waits is signed anew for a higher fee (BIP-125). */
import { hexToBytes } from 'viem';
import { walletOf } from '../bitcoin/network.ts';
import type { Esplora } from '../bitcoin/node.ts';
import { buildPayment, signSweep } from '../bitcoin/psbt.ts';
import { DUST, feeToReplace, sizeOf } from '../bitcoin/size.ts';
import type { Account } from './account.ts';
import type { Carriage, SweepOutcome } from './carrier.ts';
import type { BitcoinSweep, NewSweep } from './journal.ts';
import { type BitcoinSweepPolicy, toDecimal } from './policy.ts';

interface CarriageOptions {
  readonly account: Account;
  readonly node: Esplora;
  readonly policy: BitcoinSweepPolicy;
  readonly clock: { now(): number };
}

const DECIMALS = 8;

export function bitcoinCarriage(options: CarriageOptions): Carriage<BitcoinSweep> {
  const { node, policy } = options;
  const { confirmations } = policy;
  return {
    broadcast: ({ raw }) => node.broadcast(raw),
    outcome: async ({ txId, coins }): Promise<SweepOutcome> => {
      const where = await node.whereabouts(txId);
      if (where === 'waiting') return { kind: 'open' };
      if (where !== 'absent')
        return { kind: where.confirmations >= confirmations ? 'paid' : 'open' };
      for (const coin of coins) {
        const spent = await node.spentBy(coin);
        if (spent === undefined || spent.txId === txId) continue;
        if (spent.confirmations < confirmations) return { kind: 'open' };
        return { kind: 'failed', reason: 'coin_spent_otherwise' };
      }
      return { kind: 'lost' };
    },
    dearer: (sweep, feesLeft) => dearer(options, sweep, feesLeft),
    describe: ({ units, most, sources }) => ({
      amount: toDecimal(units, DECIMALS),
      fee: toDecimal(most, DECIMALS),
      sources,
    }),
  };
}

/** Out of the same coins, so that one of both pays; what the fee takes more is swept less. */
async function dearer(
  { account, node, policy, clock }: CarriageOptions,
  sweep: BitcoinSweep,
  feesLeft: bigint,
): Promise<NewSweep<BitcoinSweep> | undefined> {
  const { to, address, currencyId, sources, coins } = sweep;
  const place = [policy.hot, policy.cold].find((each) => each?.address === address);
  const keys = keysOf({ account, policy }, sweep);
  if (place === undefined || keys === undefined) return undefined;
  // What is in a block waits for others upon it only.
  const spent = await Promise.all(coins.map((coin) => node.spentBy(coin)));
  if (spent.some((by) => by !== undefined)) return undefined;
  const payee = place.script;
  const size = sizeOf(coins.length, [payee]);
  const rate = await node.rate(policy.targetBlocks);
  if (rate > policy.maxFeeRate || rate * size <= sweep.most) return undefined;
  const fee = feeToReplace([{ fee: sweep.most }], { size, rate });
  const units = sweep.units + sweep.most - fee;
  const isAllowed = fee <= policy.maxFee && fee <= size * policy.maxFeeRate && fee <= feesLeft;
  if (!isAllowed || units < DUST) return undefined;
  const made = await Promise.all(
    coins.map(async ({ txId, index }) => ({ txId, index, made: await node.raw(txId) })),
  );
  const limits = { maxFee: policy.maxFee, maxFeeRate: policy.maxFeeRate };
  const psbt = buildPayment(made, { payee, units }, fee);
  const { txId, raw, fee: most } = signSweep(psbt, { payee, units, keys }, limits);
  const same = { to, address, currencyId, sources, coins };
  return { ...same, units, most, txId, raw, signedAtMs: clock.now() };
}

/** By script; undefined where the journal does not say whose a coin is. */
function keysOf(
  { account, policy }: Pick<CarriageOptions, 'account' | 'policy'>,
  { coins }: BitcoinSweep,
): ReadonlyMap<string, Uint8Array> | undefined {
  const keys = new Map<string, Uint8Array>();
  for (const { owner } of coins) {
    const key = owner === undefined ? undefined : account.keyAt(owner);
    if (key === undefined) return undefined;
    const { script } = walletOf(key, policy.network);
    keys.set(Buffer.from(script).toString('hex'), hexToBytes(key));
  }
  return keys;
}
