import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { Button, EmptyState, List, Note, SectionHead, TextLink } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { GivenRow } from './GivenRow.tsx';
import { isOpen } from './model.ts';
import { ReceivedShareView } from './ReceivedShareView.tsx';
import { ShareSheet } from './ShareSheet.tsx';

const STATE_EVERY_MS = 10_000;

/** Reading of accounts that others gave, and that one gave: to whom, what, until when, and how often it was used. */
export function Shares({ hasFactor }: { hasFactor: boolean }) {
  const t = useTranslations('sharing');
  const query = useApi('accountShares', {}, { pollMs: STATE_EVERY_MS });
  const { data } = query;
  if (data === undefined) return <Pending query={query} loading={<LoadingRows count={3} />} />;
  return (
    <>
      <div className="gutter pb-3">
        <p className="text-secondary">{t('lead')}</p>
        <TextLink href={href('pages/help/center/detail', { key: 'accounts' })}>{t('how')}</TextLink>
      </div>
      {data.received.length > 0 && (
        <section aria-label={t('received')}>
          <SectionHead title={t('received')} />
          {data.received.map((share) => (
            <ReceivedShareView key={share.id} share={share} />
          ))}
          <div className="fl-band mt-2" />
        </section>
      )}
      <Given list={data.given} hasFactor={hasFactor} />
    </>
  );
}

interface GivenProps {
  list: ResponseOf<'accountShares'>['given'];
  hasFactor: boolean;
}

function Given({ list, hasFactor }: GivenProps) {
  const t = useTranslations('sharing');
  const [isOpened, setOpened] = useState(false);
  const [round, begin] = useState(0);
  const sorted = [...list.filter(isOpen), ...list.filter((share) => !isOpen(share))];
  return (
    <section aria-label={t('given')}>
      <SectionHead title={t('given')} />
      {sorted.length === 0 ? (
        <EmptyState>{t('none')}</EmptyState>
      ) : (
        <List label={t('given')}>
          {sorted.map((share) => (
            <GivenRow key={share.id} share={share} />
          ))}
        </List>
      )}
      <div className="grid gap-4 gutter pt-4">
        <Button
          variant="main"
          block
          icon="plus"
          onClick={() => {
            begin(round + 1);
            setOpened(true);
          }}
        >
          {t('create')}
        </Button>
        <Note kind="good">{t('never')}</Note>
      </div>
      {/* Each opening begins anew. */}
      <ShareSheet
        key={round}
        isOpen={isOpened}
        hasFactor={hasFactor}
        onClose={() => setOpened(false)}
      />
    </section>
  );
}
