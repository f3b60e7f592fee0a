/** Making sub-accounts, what they may do, and money that goes to them and comes back. */
import { ProblemError, routes, type SubAccount } from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import { amountMinor, DAY_MS, parseDecimal } from '@fairlead/units';
import { routeLabel } from '../core/http/envelope.ts';
import { amountText } from '../core/http/figures.ts';
import { type Answer, type Call, type Handlers, userOf } from '../core/http/handler.ts';
import { SUB_ACCOUNT_MOVES_WAITING_MAX } from '../core/http/limits.ts';
import { answerOnce, type Submit } from '../core/http/money.ts';
import { UserTurns } from '../core/http/user-turns.ts';
import type { Terms } from '../market/index.ts';
import type { SubAccountsNeeds } from './needs.ts';
import { movedIn } from './queries.ts';
import type { LimitedSubAccount } from './sub-accounts.ts';

type Names = 'subAccounts' | 'createSubAccount' | 'editSubAccount' | 'moveSubAccount';

const MOVE = routeLabel(routes.moveSubAccount);

export function subAccountHandlers(context: SubAccountsNeeds): Pick<Handlers, Names> {
  const { subAccounts, sequencer, terms } = context;
  // What counts to a day's limit is counted while nothing else of this user is on its way.
  const turns = new UserTurns(SUB_ACCOUNT_MOVES_WAITING_MAX);
  return {
    subAccounts: async (call) =>
      (await subAccounts.list(userOf(call).userId)).map((each) => view(each, terms)),
    createSubAccount: async (call) =>
      view(await subAccounts.create(userOf(call).userId, call.input.name.trim()), terms),
    editSubAccount: async (call) => {
      const { id, name, products, daily_limits } = call.input;
      const limits = daily_limits.map(({ currency_id: currencyId, amount }) => ({
        currencyId,
        amount: amountOf(call, currencyOf(terms, currencyId), amount, 'daily_limits'),
      }));
      if (new Set(limits.map(({ currencyId }) => currencyId)).size < limits.length)
        throw invalid('daily_limits', call.say('fields.choice'));
      const set = { name: name.trim(), products: [...new Set(products)], limits };
      return view(await subAccounts.edit(userOf(call).userId, id, set), terms);
    },
    moveSubAccount: (call) =>
      answerOnce({ sequencer, call, route: MOVE }, (submit) =>
        turns.run(userOf(call).userId, () => move(context, call, submit)),
      ),
  };
}

async function move(
  context: SubAccountsNeeds,
  call: Call<'moveSubAccount'>,
  submit: Submit,
): Promise<Answer> {
  const { subAccounts, terms } = context;
  const { id, direction, currency_id: currencyId } = call.input;
  const main = userOf(call).userId;
  const subAccount = await subAccounts.own(main, id);
  const currency = currencyOf(terms, currencyId);
  const amount = amountOf(call, currency, call.input.amount, 'amount');
  if (direction === 'in') await refuseBeyondDay(context, subAccount, { currencyId, amount });
  await subAccounts.openLedger(id);
  const [owner, targetOwner] = direction === 'in' ? [main, id] : [id, main];
  return submit({
    command: {
      kind: 'move_in_family',
      owner,
      targetOwner,
      // Of the home's engine: what a day's limit counts is moved and counted in one place.
      account: 'coin',
      currencyId,
      amount: amountMinor(amount),
    },
    view: (value) => ({ id: value.kind === 'entry' ? value.entryId : 0 }),
    fields: (reject) =>
      reject === 'insufficient_balance' ? { amount: call.say('fields.balance_low') } : undefined,
  });
}

/** What came in on this UTC day by the journal, with this. */
async function refuseBeyondDay(
  { reads, clock }: SubAccountsNeeds,
  { subAccountId, limits }: LimitedSubAccount,
  { currencyId, amount }: { readonly currencyId: number; readonly amount: bigint },
): Promise<void> {
  const limit = limits.find((each) => each.currencyId === currencyId);
  if (limit === undefined) return;
  const nowMs = clock.now();
  const moved = await movedIn(reads, {
    subAccountId,
    currencyId,
    sinceMs: nowMs - (nowMs % DAY_MS),
  });
  if (moved + amount > limit.amount) throw new ProblemError('sub_account_daily');
}

function currencyOf(terms: Terms, currencyId: number): Currency {
  const currency = terms.currency(currencyId);
  if (currency === undefined) throw new ProblemError('not_found');
  return currency;
}

function amountOf(
  { say }: Pick<Call, 'say'>,
  currency: Currency,
  text: string,
  field: string,
): bigint {
  const amount = parseDecimal(text, currency.scale);
  if (amount === undefined) throw invalid(field, say('fields.decimals', { count: currency.scale }));
  return amount;
}

const invalid = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });

function view(
  { subAccountId, name, products, limits, isFrozen, createdAtMs }: LimitedSubAccount,
  terms: Terms,
): SubAccount {
  return {
    id: subAccountId,
    name,
    products: [...products],
    daily_limits: limits.map(({ currencyId, amount }) => {
      const currency = terms.knownCurrency(currencyId);
      return {
        currency_id: currencyId,
        currency: currency.name,
        amount: amountText(amount, currency),
      };
    }),
    is_frozen: isFrozen,
    created_at: createdAtMs,
  };
}
