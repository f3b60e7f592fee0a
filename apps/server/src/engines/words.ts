/**
 * What an engine's process has heard of the end of a transfer that it sent: a digest under the server's secret, kept with the row. The
 * journal does not say that something is over, and who has the sender's tables alone can write that it is, but not this.
 */
import type { ReceivedTransferRow, SentTransferRow } from '@fairlead/engine';
import type { Secrets } from '../core/operations/secrets.ts';

const PURPOSE = 'end of a transfer';
/** 128 bits. */
const WORD_BYTES = 16;

type Facts = Pick<
  SentTransferRow,
  'transferId' | 'owner' | 'source' | 'target' | 'currencyId' | 'amount' | 'reference'
>;
type Over = Facts & Pick<SentTransferRow, 'status' | 'word'>;

export class TransferWords {
  readonly #secrets: Pick<Secrets, 'digest' | 'digests'>;

  constructor(secrets: Pick<Secrets, 'digest' | 'digests'>) {
    this.#secrets = secrets;
  }

  /** For the row of a transfer that the other engine has credited, or refused. */
  of(facts: Facts, status: ReceivedTransferRow['status']): string {
    return textOf(this.#secrets.digest(PURPOSE, ...partsOf(facts, status)));
  }

  /** Whether this end of it was heard: under the present secret, or one before it. */
  isHeard(row: Over): boolean {
    if (row.word === undefined || row.status === 'sent') return false;
    const status = row.status === 'done' ? 'credited' : 'refused';
    const digests = this.#secrets.digests(PURPOSE, ...partsOf(row, status));
    return digests.some((digest) => textOf(digest) === row.word);
  }
}

const textOf = (digest: Uint8Array): string =>
  Buffer.from(digest.subarray(0, WORD_BYTES)).toString('base64url');

const partsOf = (facts: Facts, status: ReceivedTransferRow['status']): string[] => {
  const { transferId, owner, source, target, currencyId, amount, reference } = facts;
  return [transferId, owner, source, target, currencyId, amount, reference, status].map(String);
};
