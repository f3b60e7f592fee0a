import { Badge, Button, MISSING } from '@fairlead/ui';
import { useMay } from '../../data/acts.ts';
import { sharedTexts } from '../../parts/texts.ts';
import type { SystemState, Watcher } from './model.ts';
import { Section } from './Sections.tsx';
import { systemTexts } from './texts.ts';

const t = systemTexts.watchers;
const SECONDS_A_MINUTE = 60;

export interface WatchersProps {
  state: SystemState;
  onRescan: (chain: string) => void;
}

/** The chains that are followed, how far behind each is, and reading one again. */
export function Watchers({ state: { watchers }, onRescan }: WatchersProps) {
  const mayRescan = useMay('rescanChain');
  return (
    <Section title={t.title} isWide>
      {watchers.length === 0 && <p className="text-muted">{t.none}</p>}
      {watchers.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
        <section className="overflow-x-auto" tabIndex={0} aria-label={t.title}>
          <table className="con-mini con-feed">
            <thead>
              <tr>
                <th scope="col">{t.columns.chain}</th>
                <th scope="col">{t.columns.state}</th>
                <th scope="col">{t.columns.height}</th>
                <th scope="col">{t.columns.lag}</th>
                <th scope="col">{t.columns.stuck}</th>
                <th scope="col">
                  <span className="fl-sr">{t.rescan}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {watchers.map((watcher) => (
                <tr key={watcher.chain}>
                  <th scope="row">{nameOf(watcher)}</th>
                  <td>
                    <WatcherState watcher={watcher} />
                  </td>
                  <td>{watcher.height?.toLocaleString('en') ?? MISSING}</td>
                  <td>{lagOf(watcher)}</td>
                  <td className={watcher.stuck_deposits > 0 ? 'text-bad' : 'text-muted'}>
                    {watcher.stuck_deposits}
                  </td>
                  <td>
                    {mayRescan && (
                      <Button
                        size={36}
                        aria-label={t.rescanTitle(nameOf(watcher))}
                        onClick={() => onRescan(watcher.chain)}
                      >
                        {t.rescan}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  );
}

export const nameOf = ({ chain }: Pick<Watcher, 'chain'>): string =>
  sharedTexts.chains[chain] ?? chain;

function lagOf({ lag_blocks: blocks, lag_seconds: seconds }: Watcher): string {
  if (blocks === undefined) return MISSING;
  const minutes = Math.floor((seconds ?? 0) / SECONDS_A_MINUTE);
  return t.lag(blocks, sharedTexts.duration(minutes));
}

function WatcherState({ watcher }: { watcher: Watcher }) {
  if (watcher.paused !== undefined)
    return (
      <>
        <Badge kind="bad" icon="warn">
          {t.paused}
        </Badge>
        <small className="block">{watcher.paused}</small>
      </>
    );
  return (
    <>
      <Badge kind={watcher.is_open ? 'good' : 'plain'}>
        {watcher.is_open ? t.running : t.closed}
      </Badge>
      {watcher.last_error !== undefined && (
        <small className="block">
          {t.lastError}: {watcher.last_error}
        </small>
      )}
    </>
  );
}
