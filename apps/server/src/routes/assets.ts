/** Balances, records, transfers. */
import { ProblemError, routes, USER_ACCOUNT_NAMES } from '@fairlead/contract';
import type { BalanceRow, Currency } from '@fairlead/engine';
import { amountMinor, divFloor, formatDecimal, parseDecimal } from '@fairlead/units';
import type { Context } from '../context.ts';
import { routeLabel } from '../plugins/envelope.ts';
import { waysOf } from '../services/custody-views.ts';
import type { Terms } from '../services/terms.ts';
import { balanceView, postingView, transferView } from '../services/views.ts';
import { balancesOf, postingsPage, transfersPage } from '../store/ledger-queries.ts';
import { type Answer, type Call, type Handlers, userOf } from './handler.ts';
import { answerOnce, type Submit } from './money.ts';

type Names = 'wallet' | 'walletDetail' | 'records' | 'transfer' | 'transfers';

const TRANSFER = routeLabel(routes.transfer);
/** What balances are shown in, and with how many decimals. */
const CONVERT_CURRENCY = 'USDT';
const CONVERT_SCALE = 6;
const PRICE_SCALE = 8;

/** Worth in the convert currency in 10^-6, rounded down; undefined without an index. */
function worth(context: Context, currency: Currency, amount: bigint): bigint | undefined {
  const price = context.marketData.usdtPrice(currency.currencyId);
  if (price === undefined) return undefined;
  return divFloor(amount * price, 10n ** BigInt(currency.scale + PRICE_SCALE - CONVERT_SCALE));
}

const worthText = (value: bigint | undefined): { converted?: string } =>
  value === undefined ? {} : { converted: formatDecimal(value, CONVERT_SCALE) };

export function assetHandlers(context: Context): Pick<Handlers, Names> {
  const { database, terms, sequencer } = context;
  return {
    wallet: async (call) => walletOf(context, await balancesOf(database, userOf(call).userId)),
    walletDetail: async (call) => {
      const { account, currency_id: currencyId } = call.input;
      const currency = terms.currency(currencyId);
      if (currency === undefined) throw new ProblemError('not_found');
      const rows = await balancesOf(database, userOf(call).userId);
      const row = rows.find((each) => each.account === account && each.currencyId === currencyId);
      const total = row?.total ?? amountMinor(0n);
      const frozen = row?.frozen ?? amountMinor(0n);
      const view = balanceView(currency, {
        total,
        frozen,
        ...worthText(worth(context, currency, total)),
      });
      const { currency_id: _id, name: _name, ...parts } = view;
      // Money comes in and goes out through the coin account only.
      const isCoin = account === 'coin';
      const ways = waysOf(currency, context.custodyTerms);
      return {
        ...parts,
        deposit: isCoin && ways.deposit,
        withdraw: isCoin && ways.withdraw,
        transfer: true,
      };
    },
    records: async (call) => {
      const { account, currency_id: currencyId, kind, from, to, page, limit } = call.input;
      if (from !== undefined && to !== undefined && from > to)
        throw new ProblemError('validation_failed', {
          fields: { to: call.say('fields.time_order') },
        });
      const filter = {
        owner: userOf(call).userId,
        ...(account !== undefined && { account }),
        ...(currencyId !== undefined && { currencyId }),
        ...(kind !== undefined && { reason: kind }),
        ...(from !== undefined && { fromMs: from }),
        ...(to !== undefined && { toMs: to }),
      };
      const found = await postingsPage(database, filter, { page, limit });
      return { ...found, list: found.list.map((row) => postingView(row, terms, call.say)) };
    },
    transfer: (call) =>
      answerOnce({ sequencer, call, route: TRANSFER }, (submit) => moveFunds(terms, call, submit)),
    transfers: async (call) => {
      const found = await transfersPage(database, userOf(call).userId, call.input);
      return { ...found, list: found.list.map((row) => transferView(row, terms)) };
    },
  };
}

async function moveFunds(terms: Terms, call: Call<'transfer'>, submit: Submit): Promise<Answer> {
  const { from_account: source, to_account: target, currency_id: currencyId } = call.input;
  const currency = terms.currency(currencyId);
  if (currency === undefined) throw new ProblemError('not_found');
  const amount = parseDecimal(call.input.amount, currency.scale);
  if (amount === undefined) {
    const text = call.say('fields.decimals', { count: currency.scale });
    throw new ProblemError('validation_failed', { fields: { amount: text } });
  }
  return submit({
    command: {
      kind: 'transfer',
      owner: userOf(call).userId,
      source,
      target,
      currencyId,
      amount: amountMinor(amount),
    },
    view: (value) => ({ id: value.kind === 'transfer' ? value.transfer.transferId : 0 }),
    fields: (reject) =>
      reject === 'insufficient_balance' ? { amount: call.say('fields.balance_low') } : undefined,
  });
}

function walletOf(context: Context, rows: readonly BalanceRow[]) {
  const { terms, clock } = context;
  let sum = 0n;
  const accounts = USER_ACCOUNT_NAMES.map((account) => {
    let accountSum = 0n;
    const balances = terms.currencies().map((currency) => {
      const row = rows.find(
        (each) => each.account === account && each.currencyId === currency.currencyId,
      );
      const total = row?.total ?? amountMinor(0n);
      const value = worth(context, currency, total);
      accountSum += value ?? 0n;
      return balanceView(currency, {
        total,
        frozen: row?.frozen ?? amountMinor(0n),
        ...worthText(value),
      });
    });
    sum += accountSum;
    return { account, total: formatDecimal(accountSum, CONVERT_SCALE), balances };
  });
  return {
    convert_currency: CONVERT_CURRENCY,
    total: formatDecimal(sum, CONVERT_SCALE),
    time: clock.now(),
    accounts,
  };
}
