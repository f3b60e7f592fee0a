import { Loaded, useApi } from '@fairlead/calls';
import { formatDate, Note, SkeletonRows } from '@fairlead/ui';
import { MINUTE_MS } from '@fairlead/units';
import { useState } from 'react';
import { tableTexts } from '../../lists/texts.ts';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { RescanPanel } from './RescanPanel.tsx';
import { Checks, Feed, Losses, Sequencer, Storage, Summary } from './Sections.tsx';
import { TradingPanel } from './TradingPanel.tsx';
import { ProductsSection, type TradingAct, TradingSection } from './TradingSection.tsx';
import { systemTexts as t } from './texts.ts';
import { Watchers } from './Watchers.tsx';

const POLL_MS = 3_000;

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
          <TradingPanel key={act.kind} act={act} onClose={() => setAct(undefined)} />
        ) : (
          chain !== undefined && (
            <RescanPanel key={chain} chain={chain} onClose={() => setChain(undefined)} />
          )
        )
      }
    >
      <Loaded
        query={query}
        loading={<SkeletonRows label={t.loading} count={8} mark={false} />}
        failed={t.failed}
      >
        {(present) => (
          <>
            {error !== null && (
              <Note kind="warn">{tableTexts.stale(formatDate(present.time, 'time', 'en'))}</Note>
            )}
            <Summary state={present} />
            <div className="con-blocks">
              <TradingSection state={present} onAct={setAct} />
              <ProductsSection state={present} onAct={setAct} />
              <Sequencer state={present} />
              <Storage state={present} />
              <Losses state={present} />
              <Checks state={present} />
              <Watchers state={present} onRescan={setChain} />
              <Feed state={present} />
            </div>
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}
