/** Announced changes of terms that do not hold yet, as everybody may read them. */

import type { UpcomingTerms } from '@fairlead/contract';
import { payloadOf } from '../core/acts/payloads.ts';
import type { Database } from '../core/store/database.ts';
import type { TermsChange } from '../core/terms/change.ts';
import { isTermsKind } from '../core/terms/policy.ts';
import type { Say } from '../core/texts/texts.ts';
import type { Terms } from '../market/index.ts';
import { readUpcoming } from './notice-queries.ts';
import { subjectWords, termsSubject, upcomingFields } from './words.ts';

export async function upcomingTerms(
  { database, terms }: { readonly database: Database; readonly terms: Terms },
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
