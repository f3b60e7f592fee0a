import type { ResponseOf } from '@fairlead/contract';
import { Icon } from '@fairlead/ui';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { auditTexts as t } from '../../texts/audit.ts';

/** What recomputing the chain found. */
export function ChainVerdict({ result }: { result: ResponseOf<'verifyAudit'> }) {
  const { is_intact, rows, broken_at, head } = result;
  return (
    <div
      className="con-verdict"
      data-verdict={is_intact ? 'sound' : 'drift'}
      role={is_intact ? 'status' : 'alert'}
    >
      <span className="con-verdict-mark">
        <Icon name={is_intact ? 'check' : 'warn'} size={24} />
      </span>
      <div className="min-w-0">
        <b>{is_intact ? t.intact(rows.toLocaleString('en')) : t.broken(broken_at ?? 0)}</b>
        <p>{is_intact ? t.headHint : t.brokenHint}</p>
        {head !== undefined && (
          <p className="con-head-hash">
            {t.head} <code className="con-mono">{head}</code> <CopyButton text={head} />
          </p>
        )}
      </div>
    </div>
  );
}
