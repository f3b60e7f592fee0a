/**
 * Claims of deposits: what a user says was sent, with a picture that proves it. Nothing is credited before an
 * operator has found the money (D8, D19). A picture is claimed once, a transaction once by each user: it is public
 * on its chain, so a stranger's claim must not stand in the way of the sender's. It is credited once.
 */
import { type Chain, type ParsedOf, ProblemError } from '@fairlead/contract';
import type { Currency, OpenDeposit } from '@fairlead/engine';
import { amountMinor, parseDecimal } from '@fairlead/units';
import { CLAIMS_UNDER_REVIEW_MAX, CLAIMS_WAITING_MAX } from '../../core/http/limits.ts';
import { Turns } from '../../core/http/turns.ts';
import type { Database } from '../../core/store/database.ts';
import type { Say } from '../../core/texts/texts.ts';
import { isProofUsed, isTransactionUsed } from '../queries.ts';
import type { ChainTerms, CustodyTerms } from '../terms/terms.ts';

export interface DepositClaimsOptions {
  readonly database: Database;
  readonly custodyTerms: CustodyTerms;
  readonly files: {
    /** Throws `not_found` unless the file is this user's and for this purpose. */
    own(userId: number, fileId: number, purpose: 'deposit_proof'): Promise<unknown>;
  };
}

export interface ClaimAsked {
  readonly userId: number;
  readonly input: ParsedOf<'claimDeposit'>;
  readonly currency: Currency;
  /** Whether a watcher sees deposits of the currency on the chain by itself. */
  isWatched(chain: Chain): boolean;
  /** Whether the claim goes into the priority queue. */
  isVip(): Promise<boolean>;
  readonly say: Say;
}

export class DepositClaims {
  readonly #options: DepositClaimsOptions;
  /** One claim at a time, so that none is checked before another is committed. */
  readonly #turns = new Turns({ atOnceMax: 1, waitingMax: CLAIMS_WAITING_MAX });

  constructor(options: DepositClaimsOptions) {
    this.#options = options;
  }

  /** Runs `submit` with the command of a claim that may be made. Throws ProblemError. */
  claim<Answer>(
    asked: ClaimAsked,
    submit: (command: OpenDeposit) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#turns.run(async () => submit(await this.#prepare(asked)));
  }

  async #prepare(asked: ClaimAsked): Promise<OpenDeposit> {
    const { userId, input, currency, say } = asked;
    const { database, files } = this.#options;
    const terms = this.#terms(asked);
    const amount = parseDecimal(input.amount, currency.scale);
    if (amount === undefined)
      throw invalid('amount', say('fields.decimals', { count: currency.scale }));
    if (amount < terms.minDeposit) throw new ProblemError('below_minimum');
    const transaction = transactionOf(asked);
    await files.own(userId, input.proof, 'deposit_proof');
    if (await isProofUsed(database, input.proof))
      throw new ProblemError('reference_used', { fields: { proof: say('errors.reference_used') } });
    const isUsed =
      transaction !== undefined &&
      (await isTransactionUsed(database, { ...transaction, owner: userId }));
    if (isUsed)
      throw new ProblemError('reference_used', { fields: { tx_id: say('errors.reference_used') } });
    return {
      kind: 'open_deposit',
      owner: userId,
      depositKind: input.kind,
      currencyId: currency.currencyId,
      ...(input.chain !== undefined && { chain: input.chain }),
      ...(transaction !== undefined && { txId: transaction.txId }),
      amount: amountMinor(amount),
      proofFileId: input.proof,
      isPriority: await asked.isVip(),
      openMax: CLAIMS_UNDER_REVIEW_MAX,
    };
  }

  /** Terms of the way in, which must be open. */
  #terms(asked: ClaimAsked): ChainTerms {
    const { input, currency, say } = asked;
    if (!currency.isEnabled) throw new ProblemError('currency_closed');
    const isCrypto = input.kind === 'crypto';
    if (!isCrypto && input.chain !== undefined) throw invalid('chain', say('fields.invalid'));
    const { custodyTerms } = this.#options;
    const terms =
      isCrypto && input.chain === undefined
        ? this.#termsOfAnyChain(asked)
        : custodyTerms.chain(currency.currencyId, input.chain ?? 'BANK');
    if (terms?.isDepositOpen !== true)
      throw new ProblemError(isCrypto ? 'chain_closed' : 'currency_closed');
    return terms;
  }

  /** A claim may leave the chain to its reviewer, unless we watch one of the currency's ourselves. */
  #termsOfAnyChain({ input, currency, isWatched, say }: ClaimAsked): ChainTerms | undefined {
    const open = this.#options.custodyTerms
      .chainsOf(currency.currencyId)
      .filter(({ chain, isDepositOpen }) => chain !== 'BANK' && isDepositOpen);
    const isNeeded =
      input.tx_id !== undefined || open.some(({ chain }) => chain !== 'BANK' && isWatched(chain));
    if (isNeeded) throw invalid('chain', say('fields.required'));
    return open.sort((left, right) => (left.minDeposit < right.minDeposit ? -1 : 1))[0];
  }
}

const HASH = /^(0x)?[0-9a-f]{64}$/i;

/** The transaction in the one way its chain writes it. Where a watcher runs it must be named (D1). */
function transactionOf({ input, isWatched, say }: ClaimAsked) {
  const { chain, tx_id: txId } = input;
  if (chain === undefined) {
    if (txId !== undefined) throw invalid('tx_id', say('fields.invalid'));
    return undefined;
  }
  if (txId === undefined) {
    if (isWatched(chain)) throw invalid('tx_id', say('fields.required'));
    return undefined;
  }
  if (!HASH.test(txId)) {
    if (isWatched(chain)) throw invalid('tx_id', say('fields.invalid'));
    return { chain, txId };
  }
  const digits = txId.toLowerCase().replace(/^0x/, '');
  return { chain, txId: chain === 'ERC20' ? `0x${digits}` : digits };
}

const invalid = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });
