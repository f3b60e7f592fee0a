/** The treasury as the console reads it. */
import type { TreasuryCurrency, TreasuryLine, TreasuryView } from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import { divFloor, formatDecimal, minimum } from '@fairlead/units';
import { amountText } from '../core/http/figures.ts';
import { accountSums } from '../ledger/index.ts';
import type { TreasuryNeeds } from './needs.ts';
import { standingOf } from './standing.ts';
import type { LineFigures } from './treasury.ts';

/** Of percent. */
const COVERAGE_SCALE = 2;
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n);

export async function treasuryView(context: TreasuryNeeds): Promise<TreasuryView> {
  const { clock, reads, terms, treasury, chains } = context;
  const lines = await treasury.lines();
  const owed = await owedByCurrency(reads);
  const bitcoin = chains.watched().find(({ chain }) => chain === 'OMNI')?.currencyId;
  const payments = bitcoin === undefined ? undefined : await coldPayments(context, bitcoin);
  const byCurrency = Map.groupBy(lines, ({ currencyId }) => currencyId);
  return {
    time: clock.now(),
    currencies: [...byCurrency].map(([currencyId, own]) =>
      currencyView(terms.knownCurrency(currencyId), own, {
        owed: owed.get(currencyId) ?? 0n,
        cold:
          currencyId === bitcoin
            ? inBitcoin(context.cold.measured)
            : inSafe(context.cold.safe, terms.knownCurrency(currencyId)),
      }),
    ),
    lines: lines.map((line) => lineView(line, terms.knownCurrency(line.currencyId))),
    ...(payments && { cold_payments: payments }),
  };
}

/** Users' balances, and what was taken off them for withdrawals that have not left for good. */
async function owedByCurrency(reads: TreasuryNeeds['reads']): Promise<ReadonlyMap<number, bigint>> {
  const owed = new Map<number, bigint>();
  for (const { currencyId, isHouse, account, total } of await accountSums(reads))
    if (!isHouse || account === 'withdrawals_in_transit')
      owed.set(currencyId, (owed.get(currencyId) ?? 0n) + total);
  return owed;
}

async function coldPayments(
  { cold, terms }: TreasuryNeeds,
  currencyId: number,
): Promise<TreasuryView['cold_payments']> {
  if (cold.wallet === undefined) return undefined;
  const currency = terms.knownCurrency(currencyId);
  const open = await cold.openPayments();
  const of = (wanted: 'signing' | 'sent') => {
    // A Safe's are of other currencies.
    const own = open.filter(({ chain, status }) => chain === 'OMNI' && status === wanted);
    return {
      count: own.length,
      amount: amountText(sum(own.map(({ amount }) => amount)), currency),
    };
  };
  return { currency_id: currencyId, signing: of('signing'), sent: of('sent') };
}

interface Beside {
  readonly owed: bigint;
  /** Undefined where it is not known. */
  readonly cold: bigint | undefined;
}

const inBitcoin = (kept: TreasuryNeeds['cold']['measured']): bigint | undefined =>
  kept && kept.balance + kept.unlisted;

const inSafe = (safe: TreasuryNeeds['cold']['safe'], { name }: Currency): bigint | undefined =>
  safe?.measured?.balances.find(({ asset }) => asset.currency === name)?.cold;

function currencyView(
  currency: Currency,
  lines: readonly LineFigures[],
  { owed, cold }: Beside,
): TreasuryCurrency {
  const text = (amount: bigint) => amountText(amount, currency);
  const known = lines.filter(({ isWatched }) => isWatched);
  const hot = known.flatMap((line) => line.hot ?? []);
  const deposits = lines.flatMap((line) => line.deposits?.balance ?? []);
  const held = sum([...lines.map(heldOn), cold ?? 0n]);
  const isWhole =
    // Nobody looks at a cold wallet on Tron.
    lines.every(({ chain, isWatched, measured, deposits: asked }) =>
      isWatched && chain !== 'TRC20'
        ? measured?.isStale === false && asked?.isStale === false
        : false,
    ) && cold !== undefined;
  return {
    currency_id: currency.currencyId,
    currency: currency.name,
    owed: text(owed),
    ...(hot.length > 0 && { hot: text(sum(hot)) }),
    ...(cold !== undefined && { cold: text(cold) }),
    ...(deposits.length > 0 && { deposits: text(sum(deposits)) }),
    on_its_way: text(sum(lines.map(({ leaving }) => leaving.signed.amount))),
    unknown: text(sum(lines.map(({ leaving }) => leaving.unknown.amount))),
    held: text(held),
    ...(owed > 0n && {
      coverage: formatDecimal(divFloor(held * 10_000n, owed), COVERAGE_SCALE),
    }),
    is_whole: isWhole,
  };
}

/** What is known to lie on hot wallets and deposit addresses at one time; nothing of what nodes did not tell when asked last. */
function heldOn({ isWatched, measured, hot = 0n, deposits }: LineFigures): bigint {
  const isFresh = isWatched && measured?.isStale === false;
  if (deposits === undefined || deposits.isStale) return isFresh ? hot : 0n;
  return (isFresh ? minimum(hot, deposits.hot) : 0n) + deposits.balance;
}

function lineView(line: LineFigures, currency: Currency): TreasuryLine {
  const text = (amount: bigint) => amountText(amount, currency);
  const { measured, hot, limits, leaving, deposits } = line;
  const { standing, missing, excess, short } = standingOf(line);
  return {
    currency_id: currency.currencyId,
    currency: currency.name,
    chain: line.chain,
    state: stateOf(line),
    ...(measured && { measured_at: measured.atMs }),
    ...(hot !== undefined && { hot: text(hot) }),
    wallets: line.wallets.map((address) => {
      const balance = measured?.balances.get(address);
      return { address, ...(balance !== undefined && { balance: text(balance) }) };
    }),
    ...(limits && {
      limits: {
        minimum: text(limits.minimum),
        target: text(limits.target),
        maximum: text(limits.maximum),
      },
    }),
    ...(standing && { standing }),
    ...(missing !== undefined && { missing: text(missing) }),
    ...(excess !== undefined && { excess: text(excess) }),
    waiting: { count: leaving.idle.count, amount: text(leaving.idle.amount) },
    ...(short !== undefined && { short: text(short) }),
    on_its_way: text(leaving.signed.amount),
    unknown: text(leaving.unknown.amount),
    ...(deposits && {
      deposits: {
        balance: text(deposits.balance),
        addresses: deposits.addresses,
        measured_at: deposits.atMs,
      },
    }),
  };
}

function stateOf({ isWatched, measured }: LineFigures): TreasuryLine['state'] {
  if (!isWatched) return 'unwatched';
  if (measured === undefined) return 'unasked';
  return measured.isStale ? 'stale' : 'fresh';
}
