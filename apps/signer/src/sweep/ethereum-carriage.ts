/** What Ethereum tells of signed sweeps, and how one that waits is signed anew for a higher fee. */
import { parseTransaction } from 'viem';
import type { Fees, Wallet } from '../wallet.ts';
import { type Carriage, costOf, type SweepOutcome } from './carrier.ts';
import type { EthereumSweep, NewSweep } from './journal.ts';
import { type SweepPolicy, toDecimal } from './policy.ts';

interface CarriageOptions {
  readonly policy: SweepPolicy;
  readonly clock: { now(): number };
  readonly walletAt: (index: number | undefined) => Wallet | undefined;
}

const COIN_DECIMALS = 18;

export function ethereumCarriage(options: CarriageOptions): Carriage<EthereumSweep> {
  const { policy, walletAt } = options;
  const walletOf = ({ index, from }: EthereumSweep): Wallet => {
    const wallet = walletAt(index);
    if (wallet?.address !== from) throw new Error('the journal is of another account');
    return wallet;
  };
  const currencyOf = (currencyId: number) =>
    policy.currencies.find((currency) => currency.currencyId === currencyId);
  return {
    broadcast: (sweep) => walletOf(sweep).broadcast(sweep.raw),
    outcome: async (sweep): Promise<SweepOutcome> => {
      const wallet = walletOf(sweep);
      const contract = currencyOf(sweep.currencyId)?.contract;
      const evidence = await wallet.evidence({ ...sweep, contract }, policy.confirmations);
      // It is own money at an own address or in an own wallet: people look at it, and the address goes on.
      if (evidence.kind === 'unclear') return { kind: 'failed', reason: 'moved_otherwise' };
      if (evidence.kind !== 'open') return evidence;
      return (await wallet.knows(sweep.txId)) ? evidence : { kind: 'lost' };
    },
    dearer: (sweep, feesLeft) => dearer(options, { sweep, wallet: walletOf(sweep), feesLeft }),
    describe: ({ currencyId, units, most }) => ({
      amount: toDecimal(units, currencyOf(currencyId)?.decimals ?? COIN_DECIMALS),
      fee: toDecimal(most, COIN_DECIMALS),
      sources: 1,
    }),
  };
}

/** With the same nonce, so that one of both pays; of ether what the fee takes more is swept less. */
async function dearer(
  { policy, clock }: CarriageOptions,
  given: {
    readonly sweep: EthereumSweep;
    readonly wallet: Wallet;
    readonly feesLeft: bigint;
  },
): Promise<NewSweep<EthereumSweep> | undefined> {
  const { sweep, wallet, feesLeft } = given;
  const { to, address, from, index, nonce, currencyId } = sweep;
  const currency = policy.currencies.find((each) => each.currencyId === currencyId);
  const isPlace = to === 'gas' || address === policy[to];
  if (currency === undefined || !isPlace) return undefined;
  // What is in a block waits for others upon it only.
  if ((await wallet.unusedNonce()) > nonce) return undefined;
  const { gas, ...before } = termsOf(sweep);
  const now = await wallet.fees();
  const isDearer =
    now.maxFeePerGas > before.maxFeePerGas ||
    now.maxPriorityFeePerGas > before.maxPriorityFeePerGas;
  const fees: Fees = {
    maxFeePerGas: higher(now.maxFeePerGas, eighthMore(before.maxFeePerGas)),
    maxPriorityFeePerGas: higher(now.maxPriorityFeePerGas, eighthMore(before.maxPriorityFeePerGas)),
  };
  if (!isDearer || fees.maxFeePerGas > policy.maxFeePerGas) return undefined;
  const most = gas * fees.maxFeePerGas;
  const isOfEther = to !== 'gas' && currency.contract === undefined;
  const units = isOfEther ? sweep.units + sweep.most - most : sweep.units;
  const cost = costOf({ to, most, units });
  if (units < 1n || cost > policy.maxFee || cost > feesLeft) return undefined;
  const { coin } = await wallet.balances(policy.coin);
  if (coin < most + (currency.contract === undefined ? units : 0n)) return undefined;
  const { chainId } = policy;
  const payment = { to: address, units, currency };
  const signed = await wallet.sign(payment, { ...fees, nonce, gas, chainId });
  const same = { index, from, to, address, currencyId, nonce };
  return { ...same, ...signed, units, most, signedAtMs: clock.now() };
}

/** What the signed bytes pay for gas. */
function termsOf({ raw }: EthereumSweep): Fees & { readonly gas: bigint } {
  const { maxFeePerGas, maxPriorityFeePerGas, gas } = parseTransaction(raw);
  if (maxFeePerGas === undefined || gas === undefined)
    throw new Error('the journal holds a transaction of another kind');
  return { maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n, gas };
}

const higher = (one: bigint, other: bigint): bigint => (one > other ? one : other);
/** Nodes replace what pays a tenth less. */
const eighthMore = (fee: bigint): bigint => fee + fee / 8n + 1n;
