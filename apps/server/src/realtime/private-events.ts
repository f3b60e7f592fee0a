/** Tells users of their own orders, positions, options, balances and records, from committed rows. */
import type { AccountName } from '@fairlead/contract';
import { USER_ACCOUNT_NAMES } from '@fairlead/contract';
import type { AccountKind, Changes } from '@fairlead/engine';
import { assert } from '@fairlead/units';
import { chatMessageView, conversationView } from '../services/chat-views.ts';
import type { ChatChange } from '../services/events.ts';
import { positionView } from '../services/futures-views.ts';
import type { MarketData } from '../services/market-data/market-data.ts';
import { messageView } from '../services/messages.ts';
import { optionViewer } from '../services/option-views.ts';
import { textsOf } from '../services/texts.ts';
import { balanceView, orderView, postingView } from '../services/views.ts';
import type { PostingView } from '../store/ledger-queries.ts';
import type { MessageRow } from '../store/message-queries.ts';
import type { LiveSocket } from './types.ts';

const USER_ACCOUNTS: ReadonlySet<string> = new Set(USER_ACCOUNT_NAMES);
const isUserAccount = (account: AccountKind): account is AccountName => USER_ACCOUNTS.has(account);

/** Room for the postings of one entry in a posting's id, as in the records' list. */
const ORDINALS = 1_000;

/** What rows are shown by. */
export interface PrivateEventParts {
  readonly marketData: MarketData;
  readonly clock: { now(): number };
}

/** Sends what concerns each user to the sockets that `socketsOf` names. */
export function sendPrivateEvents(
  changes: Changes,
  parts: PrivateEventParts,
  socketsOf: (userId: number) => Iterable<LiveSocket>,
): void {
  const { terms } = parts.marketData;
  const showOption = optionViewer({ ...parts, terms });
  for (const order of changes.orders) {
    for (const socket of socketsOf(order.owner)) socket.emit('order', orderView(order, terms));
  }
  for (const position of changes.positions) {
    for (const socket of socketsOf(position.owner))
      socket.emit('position', positionView(position, { ...parts, terms }));
  }
  for (const option of changes.options) {
    for (const socket of socketsOf(option.owner)) socket.emit('option', showOption(option));
  }
  for (const { owner, account, currencyId, total, frozen } of changes.balances) {
    if (!isUserAccount(account)) continue;
    for (const socket of socketsOf(owner)) {
      const balance = balanceView(terms.knownCurrency(currencyId), { total, frozen });
      socket.emit('balance', { account, ...balance });
    }
  }
  for (const { owner, posting } of userPostings(changes)) {
    for (const socket of socketsOf(owner)) {
      const say = textsOf(socket.data.session?.language ?? 'en');
      socket.emit('record', postingView(posting, terms, say));
    }
  }
}

/** Shows a personal message on each of the user's sockets, in its language. */
export function sendNotice(message: MessageRow, sockets: Iterable<LiveSocket>): void {
  for (const socket of sockets)
    socket.emit('notice', messageView(message, socket.data.session?.language ?? 'en'));
}

/** Shows a conversation on each of its user's sockets, in its language. */
export function sendChat(
  { conversation, message }: ChatChange,
  sockets: Iterable<LiveSocket>,
): void {
  for (const socket of sockets) {
    const say = textsOf(socket.data.session?.language ?? 'en');
    socket.emit('chat', {
      conversation: conversationView(conversation, say),
      ...(message !== undefined && { message: chatMessageView(message, say) }),
    });
  }
}

/** Postings of users with their entries; both lists are in the order of the entries. */
function* userPostings({
  entries,
  postings,
}: Changes): Generator<{ readonly owner: number; readonly posting: PostingView }> {
  let at = 0;
  let ordinal = 0;
  for (const { entryId, owner, account, currencyId, amount, balance } of postings) {
    while (entries[at]?.entryId !== entryId) {
      at += 1;
      ordinal = 0;
      assert(at < entries.length, 'a posting has its entry in its batch');
    }
    const entry = entries[at];
    if (entry !== undefined && isUserAccount(account)) {
      const { reason, reference, timeMs } = entry;
      const postingId = entryId * ORDINALS + ordinal;
      const posting = {
        postingId,
        entryId,
        account,
        currencyId,
        reason,
        reference,
        amount,
        balance,
        timeMs,
      };
      yield { owner, posting };
    }
    ordinal += 1;
  }
}
