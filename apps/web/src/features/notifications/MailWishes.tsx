import { useAction } from '@fairlead/calls';
import type { MailSettings } from '@fairlead/contract';
import { Button, Note, SectionHead, Segment, Select, Switch } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ownTimeZone } from '../../data/time-zone.ts';
import { clockOf, HALF_HOURS, TIMINGS } from './mail-model.ts';
import { ZoneSheet } from './ZoneSheet.tsx';

type Hours = Pick<MailSettings, 'time_zone' | 'is_quiet' | 'quiet_from' | 'quiet_to' | 'digest_at'>;
type Change = Partial<Hours & MailSettings['kinds'][number]>;

interface PartProps {
  mail: MailSettings;
  isBusy: boolean;
  save: (change: Change) => void;
}

/** What is told by mail, and at which hours; each choice is kept at once and goes back where the server refuses. */
export function MailWishes({ mail: told }: { mail: MailSettings }) {
  const t = useTranslations('mails');
  const [mail, setMail] = useState(told);
  const action = useAction('saveMailWishes', { invalidates: ['notificationSettings'] });
  const save = async (change: Change) => {
    const { kind, timing, ...hours } = change;
    const kinds = mail.kinds.map((each) =>
      each.kind === kind && timing !== undefined ? { kind, timing } : each,
    );
    setMail({ ...mail, ...hours, kinds });
    const zone = mail.is_default ? { time_zone: ownTimeZone() } : {};
    setMail((await action.run({ ...zone, ...change })) ?? mail);
  };
  const parts: PartProps = {
    mail,
    isBusy: action.isRunning,
    save: (change) => void save(change),
  };
  return (
    <section>
      <SectionHead title={t('title')} />
      {mail.address === undefined ? (
        <div className="gutter pb-4">
          <Note>{t('noAddress')}</Note>
        </div>
      ) : (
        <>
          <p className="gutter pb-2 text-secondary">{t('lead', { address: mail.address })}</p>
          <Kinds {...parts} />
          {mail.kinds.some(({ timing }) => timing !== 'off') && <Hours {...parts} />}
        </>
      )}
    </section>
  );
}

function Kinds({ mail, isBusy, save }: PartProps) {
  const t = useTranslations('mails');
  return (
    <ul className="fl-list">
      {mail.kinds.map(({ kind, timing }) => (
        <li
          key={kind}
          className="gutter flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
        >
          <span className="text-pretty">{t(`kinds.${kind}`)}</span>
          <Segment
            className="w-full"
            label={t('of', { kind: t(`kinds.${kind}`) })}
            size={36}
            value={timing}
            options={TIMINGS.map((value) => ({
              value,
              label: t(`timings.${value}`),
              disabled: isBusy,
            }))}
            onValueChange={(value) => save({ kind, timing: value })}
          />
        </li>
      ))}
    </ul>
  );
}

function Hours({ mail, isBusy, save }: PartProps) {
  const t = useTranslations('mails');
  const zone = mail.is_default ? ownTimeZone() : mail.time_zone;
  const [isChoosing, choose] = useState(false);
  const hasTiming = (of: string) => mail.kinds.some(({ timing }) => timing === of);
  return (
    <div className="gutter grid gap-4 pt-3 pb-4">
      {hasTiming('at_once') && <Quiet {...{ mail, isBusy, save }} />}
      {hasTiming('digest') && (
        <Time
          label={t('digestAt')}
          hint={t('digestHelp')}
          value={mail.digest_at}
          isBusy={isBusy}
          onChange={(minute) => save({ digest_at: minute })}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-muted">
        <span>{t('zone', { zone })}</span>
        <Button size={36} disabled={isBusy} onClick={() => choose(true)}>
          {t('zoneChange')}
        </Button>
        {zone !== ownTimeZone() && (
          <Button size={36} disabled={isBusy} onClick={() => save({ time_zone: ownTimeZone() })}>
            {t('useOwn', { zone: ownTimeZone() })}
          </Button>
        )}
      </div>
      <ZoneSheet
        isOpen={isChoosing}
        onOpenChange={choose}
        zone={zone}
        onChoose={(chosen) => save({ time_zone: chosen })}
      />
    </div>
  );
}

function Quiet({ mail, isBusy, save }: PartProps) {
  const t = useTranslations('mails');
  const { is_quiet: isQuiet, quiet_from: from, quiet_to: to } = mail;
  return (
    <>
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <span className="block">{t('quiet')}</span>
          <span className="block text-12 text-pretty text-muted">{t('quietHelp')}</span>
        </span>
        <Switch
          label={t('quiet')}
          checked={isQuiet}
          disabled={isBusy}
          onCheckedChange={(isOn) => save({ is_quiet: isOn })}
        />
      </div>
      {isQuiet && (
        <div className="grid grid-cols-2 gap-3">
          <Time
            label={t('from')}
            value={from}
            other={to}
            isBusy={isBusy}
            onChange={(minute) => save({ quiet_from: minute })}
          />
          <Time
            label={t('to')}
            value={to}
            other={from}
            isBusy={isBusy}
            onChange={(minute) => save({ quiet_to: minute })}
          />
        </div>
      )}
      <p className="text-12 text-pretty text-muted">{t('spacing')}</p>
    </>
  );
}

interface TimeProps {
  label: string;
  hint?: string;
  /** Minutes after midnight. */
  value: number;
  /** Cannot be chosen: quiet hours have a length. */
  other?: number;
  isBusy: boolean;
  onChange: (minute: number) => void;
}

function Time({ label, hint, value, other, isBusy, onChange }: TimeProps) {
  const common = useTranslations('common');
  // What another program set stands beside the half hours.
  const minutes = [...new Set([...HALF_HOURS, value])].toSorted((a, b) => a - b);
  return (
    <Select
      label={label}
      hint={hint}
      value={String(value)}
      disabled={isBusy}
      options={minutes.map((minute) => ({
        value: String(minute),
        label: clockOf(minute),
        disabled: minute === other,
      }))}
      onValueChange={(chosen) => onChange(Number(chosen))}
      closeLabel={common('close')}
    />
  );
}
