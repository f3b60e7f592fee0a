import {
  Badge,
  type BadgeKind,
  buttonLook,
  Card,
  type KeyValue,
  KeyValues,
  Note,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { countryName } from '../../data/countries.ts';
import { ProviderCheck } from './ByProvider.tsx';
import { doorOf, type Level, type Levels, type Standing, standingOf } from './model.ts';

const BADGES: Readonly<Record<Standing, BadgeKind>> = {
  unverified: 'plain',
  under_review: 'wait',
  verified: 'good',
  refused: 'bad',
};

/** One level: what it opens, where it stands, what can be done now. */
export function LevelCard({ levels, level }: { levels: Levels; level: Level }) {
  const t = useTranslations('verification');
  const standing = standingOf(levels, level);
  const { reason, check } = levels[level];
  const facts = useFacts(levels, level);
  return (
    <Card>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-16 font-strong">{t(`level.${level}`)}</h2>
          <p className="text-secondary">{t(`unlocks.${level}`)}</p>
        </div>
        <Badge kind={BADGES[standing]}>{t(`status.${standing}`)}</Badge>
      </div>
      {standing === 'refused' && (
        <Note kind="bad" className="mt-3">
          {reason}
        </Note>
      )}
      {check !== undefined && <ProviderCheck check={check} />}
      {standing === 'under_review' && check === undefined && (
        <p className="mt-3 text-12 text-muted">{t('reviewing')}</p>
      )}
      {facts.length > 0 && <KeyValues className="mt-3" rows={facts} />}
      <NextStep levels={levels} level={level} />
    </Card>
  );
}

/** What the server knows, masked by it. */
function useFacts(levels: Levels, level: Level): readonly KeyValue[] {
  const t = useTranslations('verification');
  const locale = useLocale();
  const { country, name, id_number } = levels.basic;
  const { address } = levels.advanced;
  const rows =
    level === 'basic'
      ? [
          { id: 'country', label: t('country'), value: country && countryName(country, locale) },
          { id: 'name', label: t('name'), value: name && <bdi>{name}</bdi> },
          { id: 'id', label: t('idNumber'), value: id_number && <bdi>{id_number}</bdi> },
        ]
      : [{ id: 'address', label: t('address'), value: address && <bdi>{address}</bdi> }];
  return rows.filter(({ value }) => value !== undefined);
}

function NextStep({ levels, level }: { levels: Levels; level: Level }) {
  const t = useTranslations('verification');
  const door = doorOf(levels, level);
  if (door === 'basic_first')
    return (
      <p className="mt-3 text-12 text-muted">
        {t('needs.advanced')}. {t('basicFirst')}
      </p>
    );
  if (door !== 'open') return null;
  return (
    <>
      <p className="mt-3 mb-2 text-12 text-muted">{t(`needs.${level}`)}</p>
      <a
        {...buttonLook({ variant: 'main', block: true })}
        href={href(`pages/verification/${level}`)}
      >
        {standingOf(levels, level) === 'refused' ? t('again') : t(`start.${level}`)}
      </a>
    </>
  );
}
