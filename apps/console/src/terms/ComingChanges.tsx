import { useApi } from '@fairlead/calls';
import { formatDate, Icon } from '@fairlead/ui';
import { Link } from 'react-router';
import { ChangeList } from './ChangeList.tsx';
import { type Coming, comingOf } from './coming.ts';
import type { TermsKind, TermUnits } from './fields.ts';
import type { TermsRecord } from './model.ts';
import { termTexts } from './texts.ts';

const t = termTexts.coming;
const POLL_MS = 15_000;
const PAGE_LIMIT = 100;

export interface ComingChangesProps {
  kind: TermsKind;
  present: TermsRecord;
  units: TermUnits;
}

/** What is about to change of a record and when, over its terms; nothing where nothing is under way. */
export function ComingChanges({ kind, present, units }: ComingChangesProps) {
  const coming = [...useProposed('announced'), ...useProposed('open')];
  const changes = comingOf(coming, { kind, present, units });
  if (changes.length === 0) return null;
  return (
    <section className="con-coming" aria-label={t.title}>
      {changes.map((each) => (
        <ComingChange key={each.proposalId} coming={each} />
      ))}
    </section>
  );
}

function useProposed(status: 'announced' | 'open') {
  const request = { status, page: 1, limit: PAGE_LIMIT };
  return useApi('proposals', request, { pollMs: POLL_MS }).data?.list ?? [];
}

function ComingChange({ coming: { proposalId, startsAtMs, changes } }: { coming: Coming }) {
  const tab = startsAtMs === undefined ? '' : 'tab=passed&';
  return (
    <div>
      <p>
        <Icon name="clock" size={16} />
        <b>
          {startsAtMs === undefined ? t.waits : t.begins(formatDate(startsAtMs, 'dayMinute', 'en'))}
        </b>
        <Link className="con-link" to={`/proposals?${tab}open=${proposalId}`}>
          {t.proposal(proposalId)}
        </Link>
      </p>
      <ChangeList changes={changes} isPlain />
    </div>
  );
}
