import { Badge, formatDate, formatPrice, Icon } from '@fairlead/ui';
import { type ReactNode, useId } from 'react';
import { ReceiptLink } from '../../parts/cells.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { marketStateBadge } from '../../terms/MarketState.tsx';
import {
  lossCommands,
  lossTimes,
  milliseconds,
  type SystemState,
  secondsSince,
  troublesOf,
} from './model.ts';
import { systemTexts as t } from './texts.ts';

interface SectionProps {
  title: string;
  note?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** A part of the page with its name. */
export function Section({ title, note, isWide = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className="con-block" data-wide={isWide || undefined} aria-labelledby={id}>
      <h2 id={id}>
        {title} {note && <small>{note}</small>}
      </h2>
      {children}
    </section>
  );
}

/** One line that says whether anything needs a look, and what. */
export function Summary({ state }: { state: SystemState }) {
  const troubles = troublesOf(state);
  const isSound = troubles.length === 0;
  return (
    <div
      className="con-verdict"
      data-verdict={isSound ? 'sound' : 'drift'}
      role={isSound ? 'status' : 'alert'}
    >
      <span className="con-verdict-mark">
        <Icon name={isSound ? 'check' : 'warn'} size={24} />
      </span>
      <div>
        <b>{isSound ? t.running : t.trouble(troubles.length)}</b>
        {isSound ? (
          <p>{t.runningDetail}</p>
        ) : (
          <ul>
            {troubles.map((trouble) => (
              <li key={trouble}>{trouble}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

export function Sequencer({ state: { sequencer } }: { state: SystemState }) {
  const count = (value: number): string => value.toLocaleString('en');
  return (
    <Section title={t.sequencer.title}>
      <Facts
        facts={[
          [t.sequencer.state, t.sequencer.states[sequencer.state] ?? sequencer.state],
          [t.sequencer.sequence, count(sequencer.sequence)],
          [t.sequencer.queued, count(sequencer.queued)],
          [t.sequencer.inFlight, count(sequencer.in_flight)],
          [t.sequencer.p50, milliseconds(sequencer.commit_p50_ms)],
          [t.sequencer.p99, milliseconds(sequencer.commit_p99_ms)],
        ]}
      />
    </Section>
  );
}

export function Storage({ state }: { state: SystemState }) {
  const { database, durability, outbox_unsent, sockets, sequencer } = state;
  return (
    <Section title={t.storage.title}>
      <Facts
        facts={[
          [t.storage.database, t.databases[database] ?? database],
          [t.storage.machines, state.commit_machines],
          [t.storage.replicas, state.replicas],
          [t.sequencer.epoch, sequencer.epoch],
          [t.traffic.outbox, outbox_unsent.toLocaleString('en')],
          [t.traffic.webhooks, t.webhooks(state.webhooks)],
          [t.traffic.sockets, sockets.toLocaleString('en')],
        ]}
      />
      <p className="mt-3 text-12 text-muted">{durability}</p>
    </Section>
  );
}

/** Commits that the database lost after they had been answered; nothing where it never did. */
export function Losses({ state: { losses = [], trading } }: { state: SystemState }) {
  if (losses.length === 0) return null;
  return (
    <Section title={t.losses.title} isWide>
      <ul className="con-lines">
        {losses.map((loss) => (
          <li key={loss.receipt_id}>
            <span>
              <span className="font-medium text-bad">{lossCommands(loss)}</span>
              <ReceiptLink id={loss.receipt_id} isNamed />
            </span>
            <small className="text-12 text-muted">{lossTimes(loss)}</small>
          </li>
        ))}
      </ul>
      {trading.mode === 'cancel_only' && (
        <>
          <p className="mt-3 text-12">{t.losses.goneBack}</p>
          <ul className="con-lines" aria-label={t.losses.goneBack}>
            {t.losses.goneBackItems.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

export function Checks({ state: { checks } }: { state: SystemState }) {
  return (
    <Section title={t.checks.title} isWide>
      {checks.length === 0 && <p className="text-muted">{t.checks.none}</p>}
      <ul className="con-lines">
        {checks.map(({ name, checked_at, is_sound, drifts }) => (
          <li key={name}>
            <span>
              <span className="font-medium">{t.checks.names[name] ?? name}</span>
              <span className="con-sum" data-bad={is_sound ? undefined : ''}>
                <Icon name={is_sound ? 'check' : 'warn'} size={16} />
                {is_sound ? t.checks.sound : t.checks.drifts(drifts.length)}
              </span>
            </span>
            <small className="text-12 text-muted">
              {checked_at === undefined ? t.checks.never : formatDate(checked_at, 'full', 'en')}
            </small>
            {drifts.map(({ check, subject, difference }) => (
              <p key={`${check} ${subject}`} className="con-mono text-bad">
                {check} {subject}: {difference}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Feed({ state: { feed, time } }: { state: SystemState }) {
  const { columns } = t.feed;
  return (
    <Section title={t.feed.title} note={t.feed.kind(t.feed.kinds[feed.kind] ?? feed.kind)} isWide>
      {feed.markets.length === 0 && <p className="text-muted">{t.feed.none}</p>}
      {feed.markets.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
        <section className="overflow-x-auto" tabIndex={0} aria-label={t.feed.title}>
          <table className="con-mini con-feed">
            <thead>
              <tr>
                <th scope="col">{columns.market}</th>
                <th scope="col">{columns.state}</th>
                <th scope="col">{columns.index}</th>
                <th scope="col">{columns.age}</th>
                <th scope="col">{columns.sources}</th>
              </tr>
            </thead>
            <tbody>
              {feed.markets.map((market) => (
                <tr key={market.symbol} data-stale={market.is_stale || undefined}>
                  <th scope="row">{market.symbol}</th>
                  <td>{marketStateBadge(market.state)}</td>
                  <td>
                    <b>{formatPrice(market.index_price)}</b>
                  </td>
                  <td>
                    <Freshness market={market} now={time} />
                  </td>
                  <td>
                    {market.sources.map(({ venue, host, price }) => (
                      <small key={venue} className="block">
                        {venue} {formatPrice(price)}
                        {host !== undefined && <span className="block text-muted">{host}</span>}
                      </small>
                    ))}
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

interface FreshnessProps {
  market: SystemState['feed']['markets'][number];
  now: number;
}

function Freshness({ market: { is_stale, index_time }, now }: FreshnessProps) {
  const age = index_time === undefined ? undefined : secondsSince(now, index_time);
  return (
    <span className="inline-flex items-center gap-2">
      {age !== undefined && t.feed.seconds(age)}
      {is_stale && (
        <Badge kind="wait" icon="warn">
          {t.feed.stale}
        </Badge>
      )}
    </span>
  );
}
