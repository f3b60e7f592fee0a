/** Balances, transfers and postings as the wire shows them: each view names what it lets out, so nothing else leaves. */
import type {
  AccountName,
  Balance,
  PostingRecord,
  TransferRecord,
  Wallet,
} from '@fairlead/contract';
import type { Currency, Reject } from '@fairlead/engine';
import type { AmountMinor } from '@fairlead/units';
import { amountText } from '../core/http/figures.ts';
import type { Say } from '../core/texts/texts.ts';
import type { Terms } from '../market/index.ts';
import { sayReason } from '../notices/index.ts';
import type { Correction } from './correction-queries.ts';
import { correctionNote, correctionView } from './correction-views.ts';
import type { PostingView } from './queries.ts';
import { recordKindOf } from './record-kinds.ts';
import type { OwnTransfer } from './transfer-queries.ts';

export interface BalanceParts {
  readonly total: AmountMinor;
  readonly frozen: AmountMinor;
  /** Worth in the convert currency; absent without an index. */
  readonly converted?: string;
}

export function balanceView(currency: Currency, parts: BalanceParts): Balance {
  return {
    currency_id: currency.currencyId,
    name: currency.name,
    available: amountText(parts.total - parts.frozen, currency),
    frozen: amountText(parts.frozen, currency),
    total: amountText(parts.total, currency),
    ...(parts.converted !== undefined && { converted: parts.converted }),
  };
}

/** One currency of what is on its way. */
export const onTheWayView = (
  currency: Currency,
  amount: bigint,
  converted: { readonly converted?: string },
): NonNullable<Wallet['on_the_way']>['currencies'][number] => ({
  currency_id: currency.currencyId,
  name: currency.name,
  amount: amountText(amount, currency),
  ...converted,
});

/** Why another engine refused what was sent to it, as a word of the catalogues' `reasons`. */
export function returnReason(reject: Reject | undefined): string {
  switch (reject) {
    case 'account_not_found':
      return 'target_missing';
    case 'currency_not_found':
      return 'target_currency';
    case 'quantity_out_of_range':
      return 'target_full';
    default:
      return 'target_refused';
  }
}

export function transferView(transfer: OwnTransfer, terms: Terms, say: Say): TransferRecord {
  const { status, endedAtMs, reject } = transfer;
  return {
    id: transfer.transferId,
    from_account: transfer.source satisfies AccountName,
    to_account: transfer.target satisfies AccountName,
    currency_id: transfer.currencyId,
    amount: amountText(transfer.amount, terms.knownCurrency(transfer.currencyId)),
    time: transfer.timeMs,
    status,
    ...(endedAtMs !== undefined && { ended_at: endedAtMs }),
    ...(status === 'returned' && { reason: sayReason(returnReason(reject), say) }),
  };
}

/** What an entry is called in records and files. The one by which money of another engine comes names the transfer that it left by. */
export function recordNote(kind: PostingRecord['kind'], reference: string, say: Say): string {
  const [name = reference, passage] = reference.split(':');
  if (kind === 'transfer' && passage === 'in')
    return say('records.transfer_in', { reference: name });
  if (kind === 'transfer' && passage === 'back')
    return say('records.transfer_back', { reference: name });
  return say(`records.${kind}`, { reference });
}

/** A posting. */
export function postingView(
  posting: Omit<PostingView, 'entryId'>,
  terms: Terms,
  say: Say,
  correction?: Correction,
): PostingRecord {
  const currency = terms.knownCurrency(posting.currencyId);
  const kind = recordKindOf(posting.reason);
  return {
    id: posting.postingId,
    account: posting.account,
    currency_id: posting.currencyId,
    kind,
    amount: amountText(posting.amount, currency),
    balance: amountText(posting.balance, currency),
    note:
      correction === undefined
        ? recordNote(kind, posting.reference, say)
        : correctionNote(correction, say),
    ...(correction !== undefined && { correction: correctionView(correction, say) }),
    time: posting.timeMs,
  };
}
