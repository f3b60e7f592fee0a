/** Balances, records, transfers. */

import { ProblemError, USER_ACCOUNT_NAMES } from '@fairlead/contract';
import type { BalanceRow, PositionRow } from '@fairlead/engine';
import { amountMinor, formatDecimal, maximum, parseDecimal } from '@fairlead/units';
import type { Exceptions } from '../core/capability.ts';
import { answerCommand } from '../core/commands/answer.ts';
import type { Asked } from '../core/commands/rules.ts';
import { type Call, type Handlers, userOf } from '../core/http/handler.ts';
import { waysOf } from '../custody/index.ts';
import { type HoldingSums, holdingPositions, holdingSums } from '../futures/index.ts';
import type { Terms } from '../market/index.ts';
import { openStakes } from '../options/index.ts';
import { correctionsOf } from './correction-queries.ts';
import type { LedgerNeeds } from './needs.ts';
import { balancesOf, postingsPage } from './queries.ts';
import { holdingsOf, transfersPage } from './transfer-queries.ts';
import { balanceView, onTheWayView, postingView, transferView } from './views.ts';
import { CONVERT_CURRENCY, CONVERT_SCALE, worth } from './worth.ts';

type Names = 'wallet' | 'walletDetail' | 'records' | 'transfer' | 'transfers';

/** Only read, though asked by POST; and what is read here and executed at the engine. */
export const assetExceptions = {
  wallet: 'gateway',
  walletDetail: 'gateway',
  records: 'gateway',
  transfer: 'command',
} as const satisfies Exceptions<Names>;

const worthText = (value: bigint | undefined): { converted?: string } =>
  value === undefined ? {} : { converted: formatDecimal(value, CONVERT_SCALE) };

export function assetHandlers(context: LedgerNeeds): Pick<Handlers, Names> {
  const { database, reads, terms, commands, products } = context;
  return {
    wallet: async (call) => {
      const { userId } = userOf(call);
      const held = await holdingPositions(reads, userId);
      const stakes = await openStakes(reads, userId);
      const { balances, onTheWay } = await holdingsOf(reads, userId, context.clock.now());
      const besides = { ...pnlOf(context, held), stakes: stakesOf(context, stakes), onTheWay };
      return walletOf(context, balances, besides);
    },
    walletDetail: async (call) => {
      const { account, currency_id: currencyId } = call.input;
      const currency = terms.currency(currencyId);
      if (currency === undefined) throw new ProblemError('not_found');
      const rows = await balancesOf(reads, userOf(call).userId);
      const row = rows.find((each) => each.account === account && each.currencyId === currencyId);
      const total = row?.total ?? amountMinor(0n);
      const frozen = row?.frozen ?? amountMinor(0n);
      const view = balanceView(currency, {
        total,
        frozen,
        ...worthText(worth(context, currencyId, total)),
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
        isOfAll: products !== undefined,
      };
      const found = await postingsPage(reads, filter, { page, limit });
      const corrections = await correctionsOf(database, found.list);
      const list = found.list.map((row) =>
        postingView(row, terms, call.say, corrections.get(row.entryId)),
      );
      return { ...found, list };
    },
    transfer: (call) =>
      answerCommand({ commands, name: 'transfer', call }, () => readTransfer(terms, call)),
    transfers: async (call) => {
      const found = await transfersPage(reads, userOf(call).userId, call.input);
      return { ...found, list: found.list.map((row) => transferView(row, terms, call.say)) };
    },
  };
}

function readTransfer(terms: Terms, call: Call<'transfer'>): Asked {
  const { from_account: source, to_account: target, currency_id: currencyId } = call.input;
  const currency = terms.currency(currencyId);
  if (currency === undefined) throw new ProblemError('not_found');
  const amount = parseDecimal(call.input.amount, currency.scale);
  if (amount === undefined) {
    const text = call.say('fields.decimals', { count: currency.scale });
    throw new ProblemError('validation_failed', { fields: { amount: text } });
  }
  const owner = userOf(call).userId;
  return {
    command: { kind: 'transfer', owner, source, target, currencyId, amount: amountMinor(amount) },
  };
}

/** What positions have won or lost at the index, in the convert currency. */
const pnlOf = (context: LedgerNeeds, held: readonly PositionRow[]): HoldingSums =>
  holdingSums(held, context, (currencyId, amount) => worth(context, currencyId, amount));

/** What is in open options, in the convert currency. */
const stakesOf = (context: LedgerNeeds, stakes: Awaited<ReturnType<typeof openStakes>>): bigint =>
  stakes.reduce((sum, each) => sum + (worth(context, each.currencyId, each.amount) ?? 0n), 0n);

/** What an owner has that is in no account of theirs. */
interface Besides {
  /** Before and after the fees that closing would take. */
  readonly unrealisedPnl: bigint;
  readonly unrealisedNet: bigint;
  readonly stakes: bigint;
  /** Between two engines, by currency. */
  readonly onTheWay: ReadonlyMap<number, bigint>;
}

/**
 * Balances are the ledger's. The contract account's total, and so that of all, adds what closing its positions now would; that of
 * the option account what is in open options.
 */
function walletOf(
  context: LedgerNeeds,
  rows: readonly BalanceRow[],
  { unrealisedPnl, unrealisedNet, stakes, onTheWay }: Besides,
) {
  const { terms, clock } = context;
  const moving = onTheWayOf(context, onTheWay);
  let sum = moving.sum;
  const accounts = USER_ACCOUNT_NAMES.map((account) => {
    const isContract = account === 'contract';
    const isOption = account === 'option';
    let accountSum = isContract ? unrealisedNet : isOption ? stakes : 0n;
    const balances = terms.currencies().map((currency) => {
      const row = rows.find(
        (each) => each.account === account && each.currencyId === currency.currencyId,
      );
      const total = row?.total ?? amountMinor(0n);
      const value = worth(context, currency.currencyId, total);
      accountSum += value ?? 0n;
      return balanceView(currency, {
        total,
        frozen: row?.frozen ?? amountMinor(0n),
        ...worthText(value),
      });
    });
    sum += accountSum;
    return {
      account,
      total: formatDecimal(maximum(0n, accountSum), CONVERT_SCALE),
      ...(isContract && {
        unrealised_pnl: formatDecimal(unrealisedPnl, CONVERT_SCALE),
        unrealised_net: formatDecimal(unrealisedNet, CONVERT_SCALE),
      }),
      ...(isOption && { open_stakes: formatDecimal(stakes, CONVERT_SCALE) }),
      balances,
    };
  });
  return {
    convert_currency: CONVERT_CURRENCY,
    total: formatDecimal(sum, CONVERT_SCALE),
    time: clock.now(),
    accounts,
    ...moving.view,
  };
}

/** What is between two engines, and what it is worth. */
function onTheWayOf(context: LedgerNeeds, amounts: ReadonlyMap<number, bigint>) {
  let sum = 0n;
  const currencies = [...amounts].flatMap(([currencyId, amount]) => {
    const value = worth(context, currencyId, amount);
    sum += value ?? 0n;
    // Credited before its sending is seen here: it is in both accounts for that moment, and counts once all the same.
    if (amount < 0n) return [];
    return [onTheWayView(context.terms.knownCurrency(currencyId), amount, worthText(value))];
  });
  const total = formatDecimal(maximum(0n, sum), CONVERT_SCALE);
  return { sum, view: currencies.length === 0 ? {} : { on_the_way: { total, currencies } } };
}
