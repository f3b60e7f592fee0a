/** Balances, transfers and postings as the wire shows them: each view names what it lets out, so nothing else leaves. */
import type { AccountName, Balance, PostingRecord, TransferRecord } from '@fairlead/contract';
import type { Currency, TransferRow } from '@fairlead/engine';
import type { AmountMinor } from '@fairlead/units';
import { amountText } from '../core/http/figures.ts';
import type { Say } from '../core/texts/texts.ts';
import type { Terms } from '../market/index.ts';
import type { Correction } from './correction-queries.ts';
import { correctionNote, correctionView } from './correction-views.ts';
import type { PostingView } from './queries.ts';
import { recordKindOf } from './record-kinds.ts';

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

export function transferView(transfer: TransferRow, terms: Terms): TransferRecord {
  return {
    id: transfer.transferId,
    from_account: transfer.source satisfies AccountName,
    to_account: transfer.target satisfies AccountName,
    currency_id: transfer.currencyId,
    amount: amountText(transfer.amount, terms.knownCurrency(transfer.currencyId)),
    time: transfer.timeMs,
  };
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
        ? say(`records.${kind}`, { reference: posting.reference })
        : correctionNote(correction, say),
    ...(correction !== undefined && { correction: correctionView(correction, say) }),
    time: posting.timeMs,
  };
}
