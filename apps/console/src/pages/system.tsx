import { ErrorState, formatDate, Note, SkeletonRows } from '@fairlead/ui';
import { useState } from 'react';
import { errorText } from '../data/error-text.ts';
import { useApi } from '../data/use-api.ts';
import { RescanPanel } from '../features/system/RescanPanel.tsx';
import { Checks, Feed, Losses, Sequencer, Storage, Summary } from '../features/system/Sections.tsx';
import { TradingPanel } from '../features/system/TradingPanel.tsx';
import { type TradingAct, TradingSection } from '../features/system/TradingSection.tsx';
import { Watchers } from '../features/system/Watchers.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { sharedTexts } from '../texts/shared.ts';
import { systemTexts as t } from '../texts/system.ts';
import { tableTexts } from '../texts/table.ts';

const POLL_MS = 3_000;
const MINUTE_MS = 60_000;

/** How the exchange runs, asked again every three seconds. */
export function Page() {
  const query = useApi('system', {}, { pollMs: POLL_MS });
  const [chain, setChain] = useState<string>();
  const [act, setAct] = useState<TradingAct>();
  const { data: state, error } = query;
  return (
    <PageFrame
      title={t.title}
      sub={
        state
          ? t.sub(
              state.version,
              sharedTexts.duration(Math.floor((state.time - state.started_at) / MINUTE_MS)),
            )
          : '\u00a0'
      }
      panel={
        act !== undefined ? (
          <TradingPanel key={act} act={act} onClose={() => setAct(undefined)} />
        ) : (
          chain !== undefined && (
            <RescanPanel key={chain} chain={chain} onClose={() => setChain(undefined)} />
          )
        )
      }
    >
      {state === undefined && error === null && (
        <SkeletonRows label={t.loading} count={8} mark={false} />
      )}
      {state === undefined && error !== null && (
        <ErrorState
          onRetry={() => void query.refetch()}
          retryLabel={sharedTexts.retry}
          retrying={query.isFetching}
        >
          {`${t.failed} ${errorText(error)}`}
        </ErrorState>
      )}
      {state && (
        <>
          {error !== null && (
            <Note kind="warn">{tableTexts.stale(formatDate(state.time, 'time', 'en'))}</Note>
          )}
          <Summary state={state} />
          <div className="con-blocks">
            <TradingSection state={state} onAct={setAct} />
            <Sequencer state={state} />
            <Storage state={state} />
            <Losses state={state} />
            <Checks state={state} />
            <Watchers state={state} onRescan={setChain} />
            <Feed state={state} />
          </div>
        </>
      )}
    </PageFrame>
  );
}
