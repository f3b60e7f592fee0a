import type { ResponseOf, RouteName } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import { useAction } from '../data/use-action.ts';
import { termTexts as t } from '../texts/terms.ts';
import type { TermsRecord } from './model.ts';

type Saving =
  | 'operatorSaveMarket'
  | 'operatorSaveCurrency'
  | 'saveChainTerms'
  | 'saveCustodySettings'
  | 'saveBankAccount';

export interface SaveTerms<Name extends Saving> {
  readonly save: (request: TermsRecord) => Promise<ResponseOf<Name> | undefined>;
  readonly isSaving: boolean;
  readonly refused: Readonly<Record<string, string>>;
}

export type Proposing =
  | 'operatorSaveFutures'
  | 'operatorSaveOptions'
  | 'operatorSaveOptionCurrency'
  | 'operatorSaveHosting'
  | 'operatorSaveOffering'
  | 'operatorSaveReferral';

/** Saves terms with a reason: in force at once, or a proposal, as the table of terms says. Refused fields lose the prefix under which they were sent. */
export function useProposeTerms(route: Proposing) {
  const { run, isRunning, error } = useAction(route, {
    invalidates: ['proposals', 'queueCounts'],
    onSuccess: ({ proposal_id }) =>
      toast({ text: proposal_id === undefined ? t.savedNow : t.proposed(proposal_id) }),
    onError: ({ fields }) => Object.keys(fields).length > 0,
  });
  const refused = Object.fromEntries(
    Object.entries(error?.fields ?? {}).map(([name, text]) => [name.replace(/^terms\./, ''), text]),
  );
  return {
    // The fields are the contract's, by TERM_FIELDS; a test holds the two together.
    propose: (terms: TermsRecord, reason: string) =>
      run({ terms, reason } as unknown as Parameters<typeof run>[0]),
    isProposing: isRunning,
    refused,
  };
}

/** Saves terms, and says whether they hold now or wait for a second operator. */
export function useSaveTerms<Name extends Saving>(
  route: Name,
  { name, reads }: { readonly name: string; readonly reads: readonly RouteName[] },
): SaveTerms<Name> {
  const { run, isRunning, error } = useAction(route, {
    invalidates: [...reads, 'termsHistory', 'proposals', 'queueCounts'],
    onSuccess: (answer) => {
      const proposalId = 'proposal_id' in answer ? answer.proposal_id : undefined;
      toast({ text: proposalId === undefined ? t.saved(name) : t.proposed(proposalId) });
    },
    onError: ({ fields }) => Object.keys(fields).length > 0,
  });
  return {
    // The fields are the contract's, by TERM_FIELDS; a test holds the two together.
    save: (request) => run(request as Parameters<typeof run>[0]),
    isSaving: isRunning,
    refused: error?.fields ?? {},
  };
}
