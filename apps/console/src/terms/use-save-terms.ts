import { useAction } from '@fairlead/calls';
import type { RouteName } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import { REASONED_KINDS, type TermsKind } from './fields.ts';
import type { TermsRecord } from './model.ts';
import { termTexts as t } from './texts.ts';

/** What a kind of terms is saved by, and what shows it. */
export const SAVING = {
  market: { route: 'operatorSaveMarket', reads: ['operatorMarkets', 'termsHistory'] },
  // The last is the public list, which names currencies everywhere.
  currency: {
    route: 'operatorSaveCurrency',
    reads: ['operatorCurrencies', 'termsHistory', 'currencies'],
  },
  chain: { route: 'saveChainTerms', reads: ['chainTerms', 'termsHistory'] },
  settings: { route: 'saveCustodySettings', reads: ['custodySettings', 'termsHistory'] },
  bank_account: { route: 'saveBankAccount', reads: ['custodySettings', 'termsHistory'] },
  futures: { route: 'operatorSaveFutures', reads: [] },
  options: { route: 'operatorSaveOptions', reads: [] },
  option_currency: { route: 'operatorSaveOptionCurrency', reads: [] },
  hosting: { route: 'operatorSaveHosting', reads: [] },
  offering: { route: 'operatorSaveOffering', reads: [] },
  referral: { route: 'operatorSaveReferral', reads: [] },
} as const satisfies Record<TermsKind, { route: RouteName; reads: readonly RouteName[] }>;

/**
 * Saves terms, and says whether they hold now or wait for a second operator, as the table of terms says. Kinds with a
 * reason are sent as `terms` beside it: refused fields lose that prefix.
 */
export function useSaveTerms(kind: TermsKind, name: string) {
  const { route, reads } = SAVING[kind];
  const isReasoned = REASONED_KINDS.has(kind);
  const { run, isRunning, error } = useAction(route, {
    invalidates: [...reads, 'proposals', 'queueCounts'],
    onSuccess: (answer) => {
      const proposalId = 'proposal_id' in answer ? answer.proposal_id : undefined;
      const saved = isReasoned ? t.savedNow : t.saved(name);
      toast({ text: proposalId === undefined ? saved : t.proposed(proposalId) });
    },
    onError: ({ fields }) => Object.keys(fields).length > 0,
  });
  const fields = Object.entries(error?.fields ?? {});
  return {
    save: async (terms: TermsRecord, reason: string): Promise<boolean> => {
      const request = isReasoned ? { terms, reason } : terms;
      // The fields are the contract's, by TERM_FIELDS; a test holds the two together.
      return (await run(request as unknown as Parameters<typeof run>[0])) !== undefined;
    },
    isSaving: isRunning,
    refused: Object.fromEntries(
      fields.map(([field, text]) => [field.replace(/^terms\./, ''), text] as const),
    ),
  };
}
