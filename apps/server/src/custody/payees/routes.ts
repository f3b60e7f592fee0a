/** Where users want their money sent: the address book and bank cards. */

import { ProblemError } from '@fairlead/contract';
import type { Exceptions } from '../../core/capability.ts';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import type { CustodyNeeds } from '../needs.ts';
import { bankCardView } from './bank-cards.ts';

type Names =
  | 'withdrawalAddresses'
  | 'addAddress'
  | 'deleteAddress'
  | 'bankCards'
  | 'saveBankCard'
  | 'deleteBankCard';

/** Only read, though asked by POST. */
export const payeeExceptions = {
  withdrawalAddresses: 'gateway',
  bankCards: 'gateway',
} as const satisfies Exceptions<Names>;

export function custodyPayeeHandlers(context: CustodyNeeds): Pick<Handlers, Names> {
  const { addresses, bankCards } = context;
  return {
    withdrawalAddresses: async (call) => {
      const { currency_id: currencyId } = call.input;
      const { userId } = userOf(call);
      const book = (await addresses.list(userId)).filter(
        (row) => currencyId === undefined || row.currencyId === currencyId,
      );
      const ids = book.map(({ addressId }) => addressId);
      const said = await context.travelRule.said(userId, ids);
      return book.map((row) => {
        const recipient = said.get(row.addressId);
        return {
          id: row.addressId,
          currency_id: row.currencyId,
          chain: row.chain,
          address: row.address,
          note: row.note,
          usable_at: row.usableAtMs,
          ...(recipient !== undefined && { recipient }),
        };
      });
    },
    addAddress: (call) => addAddress(context, call),
    deleteAddress: async (call) => {
      await addresses.delete(userOf(call).userId, call.input.id);
      return call.say('done.address_deleted');
    },
    bankCards: async (call) => ({
      cards: (await bankCards.list(userOf(call).userId)).map(bankCardView),
    }),
    saveBankCard: (call) => saveBankCard(context, call),
    deleteBankCard: async (call) => {
      await bankCards.delete(userOf(call).userId, call.input.id);
      return call.say('done.card_deleted');
    },
  };
}

async function addAddress(context: CustodyNeeds, call: Call<'addAddress'>) {
  const { addresses, custodyTerms, chains, terms, messages } = context;
  const { userId } = userOf(call);
  const { currency_id: currencyId, chain, note } = call.input;
  const currency = terms.currency(currencyId);
  if (currency === undefined) throw new ProblemError('not_found');
  const isOpen =
    currency.isEnabled && custodyTerms.chain(currencyId, chain)?.isWithdrawOpen === true;
  if (!isOpen) throw new ProblemError('chain_closed');
  const { id, usableAtMs, address } = await addresses.add({
    userId,
    currency,
    chain,
    address: call.input.address,
    note,
    proof: proofOf(call),
    say: call.say,
    isOwn: (canonical) => chains.isOwnAddress(chain, canonical),
  });
  await messages.tellAndMail(userId, 'address_added', { currency: currency.name, chain, address });
  return { id, usable_at: usableAtMs };
}

async function saveBankCard({ bankCards, messages }: CustodyNeeds, call: Call<'saveBankCard'>) {
  const { userId } = userOf(call);
  const {
    id: replacedId,
    fund_password: _,
    code: _code,
    otp: _otp,
    nonce: _nonce,
    credential: _credential,
    ...details
  } = call.input;
  const { id, usableAtMs, label } = await bankCards.save({
    userId,
    replacedId,
    details,
    proof: proofOf(call),
    say: call.say,
  });
  await messages.tellAndMail(userId, 'card_added', { card: label });
  return { id, usable_at: usableAtMs };
}

const proofOf = ({ input, ip, deviceId }: Call<'addAddress'> | Call<'saveBankCard'>) => ({
  fundPassword: input.fund_password,
  code: input.code,
  otp: input.otp,
  signature: input,
  from: { ip, deviceId },
});
