import { Button } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { saveEvidence, useBrokenHeads } from '../../data/seen-heads.ts';

/** More tell no more. */
const SHOWN = 3;

/** The past is not what this device saw: on every page, until the device forgets it. Nothing closes it. */
export function HeadAlarm() {
  const t = useTranslations('common.headAlarm');
  const broken = useBrokenHeads();
  if (broken.length === 0) return null;
  return (
    <section
      role="alert"
      className="gutter py-3 text-14"
      style={{ background: 'var(--fall-fill)', color: 'var(--on-fill)' }}
    >
      <h2 className="font-strong" lang="en">
        RECEIPTS WERE REWRITTEN
      </h2>
      <p className="font-strong">{t('title')}</p>
      <p>{t('body')}</p>
      <ul className="py-2">
        {broken.slice(0, SHOWN).map(({ count, hash, now }) => (
          <li key={count} className="pb-1">
            <p>{t('count', { count })}</p>
            <p className="font-mono text-12 break-all">
              {t('seen')} {hash}
            </p>
            <p className="font-mono text-12 break-all">
              {t('now')} {now ?? t('gone')}
            </p>
          </li>
        ))}
      </ul>
      <Button onClick={saveEvidence}>{t('save')}</Button>
    </section>
  );
}
