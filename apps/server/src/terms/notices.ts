/**
 * Announces changes of terms that are worse for users: in public and to those whom they touch, before they begin. The
 * beginning is counted from the announcement, which is one transaction with it: a server that was down announces late
 * and begins late, and nothing begins that was not announced.
 */
import { HOUR_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import { insertNews } from '../content/index.ts';
import { payloadOf } from '../core/acts/payloads.ts';
import type { ProposalRow } from '../core/acts/proposal-queries.ts';
import type { ProductEngine } from '../core/config/engines.ts';
import type { Database } from '../core/store/database.ts';
import type { TermsChange } from '../core/terms/change.ts';
import { isTermsKind, type TermsProposalKind, verdictOf } from '../core/terms/policy.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Terms } from '../market/index.ts';
import { readTerms } from '../market/index.ts';
import type { Messages } from '../notices/index.ts';
import { noteAnnouncement, type TouchedBy, touchedOwners } from './notice-queries.ts';
import { momentWords, newsTexts, subjectWords, termsSubject } from './words.ts';

/** Of one change; everybody else reads the public announcement. */
const TOUCHED_MAX = 20_000;

/** The books of engines beside the home. */
export interface ProductBooks {
  of(name: ProductEngine): { readonly books: Database };
}

export interface TermsNoticesOptions {
  readonly database: Database;
  readonly products?: ProductBooks | undefined;
  readonly clock: { now(): number };
  readonly log: Pick<Logger, 'info'>;
  readonly messages: Pick<Messages, 'tell'>;
  /** 0 in demo only: nothing is announced, everything begins at once. */
  readonly hours: number;
}

type Asked = Pick<ProposalRow, 'proposalId' | 'kind' | 'payload'>;
type TermsAsked = Asked & { readonly kind: TermsProposalKind };

export class TermsNotices {
  readonly #options: TermsNoticesOptions;

  constructor(options: TermsNoticesOptions) {
    this.#options = options;
  }

  /** How long before its beginning a proposal must be announced; 0: not at all. */
  noticeHours({ kind, payload }: Pick<Asked, 'kind' | 'payload'>): number {
    if (!isTermsKind(kind)) return 0;
    const change = payloadOf<TermsChange<object>>({ payload });
    return verdictOf(kind, change).takes === 'notice' ? this.#options.hours : 0;
  }

  /** Tells of it and says when it begins. Repeating it tells nobody twice. */
  async announce(proposal: Asked): Promise<void> {
    const { kind } = proposal;
    if (!isTermsKind(kind)) return;
    const { database, clock, log } = this.#options;
    const nowMs = clock.now();
    const startsAtMs = nowMs + this.noticeHours(proposal) * HOUR_MS;
    const terms = await readTerms({ database });
    const change = payloadOf<TermsChange<object>>(proposal);
    await this.#tellTouched({ ...proposal, kind }, { change, terms, startsAtMs });
    await database.transaction(async (transaction) => {
      // A partner's share is of one person, who has the message.
      const newsId =
        kind === 'partner_terms'
          ? undefined
          : await insertNews(transaction, {
              category: 'notice',
              publishedAtMs: nowMs,
              texts: newsTexts({ kind, change, startsAtMs }, terms, 'upcoming'),
            });
      const { proposalId } = proposal;
      const isFirst = await noteAnnouncement(transaction, {
        proposalId,
        startsAtMs,
        nowMs,
        newsId,
      });
      if (!isFirst) throw new Error('announced meanwhile');
    });
    log.info({ proposalId: proposal.proposalId, startsAtMs }, 'other terms are announced');
  }

  /** What was announced does not come, because something else changed meanwhile. */
  async withdraw(proposal: Asked & { readonly startsAtMs: number }): Promise<void> {
    const { kind, startsAtMs } = proposal;
    if (!isTermsKind(kind) || kind === 'partner_terms') return;
    const { database, clock } = this.#options;
    const terms = await readTerms({ database });
    const change = payloadOf<TermsChange<object>>(proposal);
    await database.transaction((transaction) =>
      insertNews(transaction, {
        category: 'notice',
        publishedAtMs: clock.now(),
        texts: newsTexts({ kind, change, startsAtMs }, terms, 'cancelled'),
      }),
    );
  }

  async #tellTouched(
    { kind, proposalId }: TermsAsked,
    {
      change,
      terms,
      startsAtMs,
    }: {
      readonly change: TermsChange<object>;
      readonly terms: Terms;
      readonly startsAtMs: number;
    },
  ): Promise<void> {
    const subject = termsSubject(kind, change);
    const params = {
      name: subjectWords(subject, terms, textsOf('en')),
      time: momentWords(startsAtMs),
    };
    for (const userId of await this.#touched(kind, change, terms))
      await this.#options.messages.tell(userId, 'terms_change', params, {
        key: `terms:${proposalId}`,
        isRepeat: true,
      });
  }

  async #touched(
    kind: TermsProposalKind,
    change: TermsChange<object>,
    terms: Terms,
  ): Promise<readonly number[]> {
    const { product, symbol, product_id } = termsSubject(kind, change);
    if (product === 'partner') return [(change.after as { readonly user_id: number }).user_id];
    const id = symbol === undefined ? product_id : terms.market(symbol)?.marketId;
    if (id === undefined || !isTouching(product)) return [];
    const { database, products } = this.#options;
    const engine = TOUCHED_ENGINES[product];
    const books = engine && products ? products.of(engine).books : database;
    return touchedOwners(books, { by: product, id, rowsMax: TOUCHED_MAX });
  }
}

/** Whose books what is open of a product is in, where not the home's. */
const TOUCHED_ENGINES: Readonly<Partial<Record<TouchedBy, ProductEngine>>> = {
  futures: 'futures',
  options: 'options',
  hosting: 'wealth',
};
const TOUCHING: readonly string[] = ['market', 'futures', 'options', 'hosting', 'offering'];
const isTouching = (product: string): product is TouchedBy => TOUCHING.includes(product);
