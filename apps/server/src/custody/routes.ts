/** Money in and out, as its owners ask for it. */

import { CHAINS, type Chain, ProblemError, routes } from '@fairlead/contract';
import { type Currency, type DepositRow, isHeldDeposit, type Reject } from '@fairlead/engine';
import { formatDecimal } from '@fairlead/units';
import type { Exceptions } from '../core/capability.ts';
import { routeLabel } from '../core/http/envelope.ts';
import { amountText } from '../core/http/figures.ts';
import { type Answer, type Call, type Handlers, userOf } from '../core/http/handler.ts';
import { answerOnce, KeysUnderWay, type Submit } from '../core/http/money.ts';
import { checkNotLost } from '../core/operations/trading-mode.ts';
import type { Terms } from '../market/index.ts';
import { sayReason } from '../notices/index.ts';
import type { CustodyNeeds } from './needs.ts';
import {
  type CustodyFilter,
  depositsPage,
  withdrawalById,
  withdrawalHoldOf,
  withdrawalsPage,
} from './queries.ts';
import { fiatView } from './terms/operator-terms.ts';
import { VALUE_SCALE } from './terms/terms.ts';
import { bankReference, type Confirmations, depositView, withdrawalView } from './views.ts';

type Names =
  | 'depositAddress'
  | 'claimDeposit'
  | 'withdrawalInfo'
  | 'withdraw'
  | 'cancelWithdrawal'
  | 'bankInfo'
  | 'deposits'
  | 'withdrawals'
  | 'vip'
  | 'passkeyIntent';

/** Asked by POST, the first only reads; the others need what lives in the engine’s memory. */
export const custodyExceptions = {
  bankInfo: 'gateway',
  deposits: 'engine',
  vip: 'engine',
} as const satisfies Exceptions<Names>;

const CLAIM = routeLabel(routes.claimDeposit);
const WITHDRAW = routeLabel(routes.withdraw);
const CANCEL = routeLabel(routes.cancelWithdrawal);

export function custodyHandlers(context: CustodyNeeds): Pick<Handlers, Names> {
  const { config, reads, terms, sequencer, custodyTerms, withdrawals, vip, marketData, holds } =
    context;
  const underWay = new KeysUnderWay();
  return {
    depositAddress: (call) => addressOf(context, call),
    claimDeposit: (call) =>
      answerOnce({ sequencer, call, route: CLAIM, underWay }, (submit) =>
        claim(context, call, submit),
      ),
    withdrawalInfo: async ({ caller, input, say }) => {
      const currency = currencyOf(context, input.currency_id);
      const { userId } = userOf({ caller });
      const info = await withdrawals.info(userId, currency, input.chain);
      const held = await withdrawalHoldOf(context.database, userId);
      const hold = await holds.ofAll(userId);
      return {
        ...info,
        ...(context.travelRule.isOn && input.chain !== undefined && { asks_recipient: true }),
        ...(held !== undefined && { held_for: sayReason(held, say) }),
        ...(hold !== undefined && { held_kind: hold.kind, held_until: hold.endsAtMs }),
      };
    },
    withdraw: (call) =>
      answerOnce({ sequencer, call, route: WITHDRAW, underWay }, (submit) =>
        withdraw(context, call, submit),
      ),
    cancelWithdrawal: (call) =>
      answerOnce({ sequencer, call, route: CANCEL }, (submit) => cancel(context, call, submit)),
    passkeyIntent: (call) => context.signedIntents.begin(userOf(call).userId),
    bankInfo: (call) => bankInfo(context, call),
    deposits: async (call) => {
      const found = await depositsPage(reads, filterOf(call), call.input);
      const under = found.list.filter((row) => !isHeldDeposit(row));
      const standing = await confirmationsOf(context, under);
      const words = { terms, say: call.say };
      const held = await holds.held(
        'deposit',
        openOf(found.list, ({ depositId }) => depositId),
      );
      const origins = await context.travelDeposits.asked(found.list.filter(isHeldDeposit), context);
      const view = (row: DepositRow) =>
        depositView(row, words, {
          confirmations: standing.get(row.depositId),
          heldUntilMs: held.get(row.depositId),
          origin: origins.get(row.depositId),
        });
      return { ...found, list: found.list.map(view) };
    },
    withdrawals: async (call) => {
      const found = await withdrawalsPage(reads, filterOf(call), call.input);
      const ids = openOf(found.list, ({ withdrawalId }) => withdrawalId);
      const held = await holds.held('withdrawal', ids);
      const unproved = await context.travelRule.unproved(ids);
      const words = { terms, say: call.say, config, held, unproved };
      return { ...found, list: found.list.map((row) => withdrawalView(row, words)) };
    },
    vip: async (call) => {
      const volume = await vip.volume(userOf(call).userId, marketData);
      const { vipVolumeMinor } = custodyTerms.settings;
      return {
        is_vip: volume >= vipVolumeMinor,
        volume_30d: formatDecimal(volume, VALUE_SCALE),
        volume_needed: formatDecimal(vipVolumeMinor, VALUE_SCALE),
      };
    },
  };
}

/** Numbers of those under review. */
const openOf = <Row extends { readonly status: string }>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
): number[] => rows.filter(({ status }) => status === 'under_review').map(idOf);

function currencyOf({ terms }: { readonly terms: Terms }, currencyId: number): Currency {
  const currency = terms.currency(currencyId);
  if (currency === undefined) throw new ProblemError('not_found');
  return currency;
}

function filterOf(call: Call<'deposits'> | Call<'withdrawals'>): CustodyFilter {
  const { status, currency_id: currencyId } = call.input;
  return {
    owner: userOf(call).userId,
    ...(status !== undefined && { status }),
    ...(currencyId !== undefined && { currencyId }),
  };
}

async function addressOf(context: CustodyNeeds, call: Call<'depositAddress'>) {
  const { custodyTerms, chains } = context;
  const { currency_id: currencyId, chain } = call.input;
  const currency = currencyOf(context, currencyId);
  if (!currency.isEnabled) throw new ProblemError('currency_closed');
  const terms = custodyTerms.chain(currencyId, chain);
  // An address that nobody watches for this currency would lose what is sent to it.
  const isOpen = terms?.isDepositOpen === true && chains.isWatched(chain, currencyId);
  if (terms === undefined || !isOpen) throw new ProblemError('chain_closed');
  return {
    chain,
    ...(await chains.addressOf(userOf(call).userId, chain)),
    min_deposit: amountText(terms.minDeposit, currency),
    confirmations: chains.confirmationsNeeded(chain, currencyId),
  };
}

function bankInfo(context: CustodyNeeds, call: Call<'bankInfo'>) {
  const { custodyTerms } = context;
  const currency = currencyOf(context, call.input.currency_id);
  const { currencyId } = currency;
  const account = custodyTerms.bankAccount(currencyId);
  const terms = custodyTerms.chain(currencyId, 'BANK');
  const isOpen = currency.isEnabled && terms?.isDepositOpen === true;
  if (account === undefined || terms === undefined || !isOpen)
    throw new ProblemError('currency_closed');
  return {
    currency_id: currencyId,
    account_name: account.accountName,
    account_number: account.accountNumber,
    bank_name: account.bankName,
    bank_address: account.bankAddress,
    swift_code: account.swiftCode,
    reference: bankReference(userOf(call).userId),
    min_deposit: amountText(terms.minDeposit, currency),
    ...fiatView(account),
  };
}

function claim(context: CustodyNeeds, call: Call<'claimDeposit'>, submit: Submit): Promise<Answer> {
  const { depositClaims, chains, vip, marketData } = context;
  const { userId } = userOf(call);
  const currency = currencyOf(context, call.input.currency_id);
  const asked = {
    userId,
    input: call.input,
    currency,
    say: call.say,
    isWatched: (chain: Chain) => chains.isWatched(chain, currency.currencyId),
    isVip: () => vip.isVip(userId, marketData),
  };
  return depositClaims.claim(asked, (command) =>
    submit({
      command,
      view: (value) => ({ id: value.kind === 'deposit' ? value.deposit.depositId : 0 }),
    }),
  );
}

async function withdraw(
  context: CustodyNeeds,
  call: Call<'withdraw'>,
  submit: Submit,
): Promise<Answer> {
  const { withdrawals, reconciler, marketData, chains, holds, travelRule } = context;
  const { input, say } = call;
  const currency = currencyOf(context, input.currency_id);
  if (!reconciler.isSound) throw new ProblemError('unavailable');
  await checkNotLost(context);
  const { address_id: payee = 0 } = input;
  if ((await holds.held('payee', [payee])).has(payee)) throw new ProblemError('payee_held');
  const { userId } = userOf(call);
  const said = { userId, addressId: payee, recipient: recipientOf(input) };
  if (input.card_id === undefined) await travelRule.checkSaid(said, say);
  const command = await withdrawals.prepare({
    userId,
    input,
    currency,
    say,
    key: call.idempotencyKey,
    usdtPrice: () => marketData.usdtPrice(currency.currencyId),
    isOwnAddress: (chain, address) => chains.isOwnAddress(chain, address),
  });
  // Before the withdrawal: none is there without what was said of it.
  if (command.destination.kind === 'crypto') await travelRule.keep(said);
  const { fee } = command;
  return submit({
    command,
    view: (value) => ({
      id: value.kind === 'withdrawal' ? value.withdrawal.withdrawalId : 0,
      fee: amountText(fee, currency),
      receipt_amount: amountText(command.amount - fee, currency),
    }),
    fields: (reject) => fieldsOf(reject, call),
  });
}

/** Whose wallet it is, as the request says; names alone say nothing. */
function recipientOf({
  recipient_wallet: wallet,
  recipient_provider: provider,
  beneficiary,
}: Call<'withdraw'>['input']) {
  if (wallet === undefined) return undefined;
  return {
    wallet,
    ...(provider !== undefined && { provider }),
    ...(beneficiary !== undefined && { beneficiary }),
  };
}

function fieldsOf(reject: Reject, { say }: Pick<Call, 'say'>) {
  if (reject === 'insufficient_balance') return { amount: say('fields.balance_low') };
  const isTooSmall = reject === 'below_minimum' || reject === 'fee_exceeds_amount';
  return isTooSmall ? { amount: say('errors.below_minimum') } : undefined;
}

/** The table says whose it is; the engine says whether it is still under review. */
async function cancel(
  { database }: CustodyNeeds,
  call: Call<'cancelWithdrawal'>,
  submit: Submit,
): Promise<Answer> {
  const { userId } = userOf(call);
  const { id } = call.input;
  const row = await withdrawalById(database, userId, id);
  if (row === undefined) throw new ProblemError('not_found');
  if (row.status !== 'under_review') throw new ProblemError('already_decided');
  return submit({
    command: { kind: 'cancel_withdrawal', owner: userId, withdrawalId: id },
    view: () => ({ id }),
  });
}

/** How far chain deposits under review are, by deposit. */
async function confirmationsOf(
  { chains }: CustodyNeeds,
  rows: readonly DepositRow[],
): Promise<Map<number, Confirmations>> {
  const standing = new Map<number, Confirmations>();
  for (const chain of CHAINS) {
    const open = rows.filter(
      (row) => row.depositKind === 'chain' && row.chain === chain && row.status === 'under_review',
    );
    if (open.length === 0) continue;
    const counts = await chains.confirmationsOf(
      chain,
      open.map(({ depositId }) => depositId),
    );
    for (const { depositId, currencyId } of open) {
      const needed = chains.confirmationsNeeded(chain, currencyId);
      standing.set(depositId, { count: counts.get(depositId) ?? 0, needed });
    }
  }
  return standing;
}
