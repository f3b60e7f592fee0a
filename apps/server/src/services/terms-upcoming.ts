/** Announced changes of terms that do not hold yet, as everybody may read them. */
import type { UpcomingTerms } from '@fairlead/contract';
import type { Context } from '../context.ts';
import { readUpcoming } from '../store/terms-notice-queries.ts';
import { payloadOf } from './proposals-payloads.ts';
import type { TermsChange } from './terms-change.ts';
import { isTermsKind } from './terms-policy.ts';
import { subjectWords, termsSubject, upcomingFields } from './terms-words.ts';
import type { Say } from './texts.ts';

export async function upcomingTerms(
  { database, terms }: Pick<Context, 'database' | 'terms'>,
  say: Say,
): Promise<UpcomingTerms[]> {
  const rows = await readUpcoming(database);
  return rows.flatMap(({ proposalId, kind, payload, startsAtMs, announcedAtMs, newsId }) => {
    // A partner's share is between them and the house.
    if (!isTermsKind(kind) || kind === 'partner_terms') return [];
    const change = payloadOf<TermsChange<object>>({ payload });
    const { chain: _chain, ...subject } = termsSubject(kind, change);
    return [
      {
        id: proposalId,
        ...subject,
        name: subjectWords(termsSubject(kind, change), terms, say),
        announced_at: announcedAtMs,
        starts_at: startsAtMs,
        ...(newsId !== undefined && { news_id: newsId }),
        changes: upcomingFields(kind, change, say),
      },
    ];
  });
}
