import { Listing, LoadingRows, useApiPages } from '@fairlead/calls';
import { buttonLook, EmptyState, List } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { loginTarget } from '../../app/guard.ts';
import { href } from '../../app/navigation.ts';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { recordsHref } from './links.ts';
import { RecordRow } from './RecordRow.tsx';

/** One's subscriptions, newest first. */
export function RecordList() {
  const t = useTranslations('publication');
  const common = useTranslations('common');
  const isLoggedIn = useIsLoggedIn();
  const pages = useApiPages('subscriptions', {});
  if (!isLoggedIn) {
    return (
      <EmptyState
        action={
          <a {...buttonLook({ size: 36 })} href={`#${loginTarget(recordsHref.slice(1))}`}>
            {common('logIn')}
          </a>
        }
      >
        {t('guest')}
      </EmptyState>
    );
  }
  const nothing = (
    <EmptyState
      action={
        <a {...buttonLook({ size: 36 })} href={href('pages/publication/index')}>
          {t('seeOfferings')}
        </a>
      }
    >
      {t('noRecords')}
    </EmptyState>
  );
  return (
    <Listing
      query={pages}
      loading={<LoadingRows count={4} />}
      failed={t('recordsFailed')}
      empty={nothing}
    >
      {(records) => (
        <List label={t('records')}>
          {records.map((record) => (
            <RecordRow key={record.id} record={record} />
          ))}
        </List>
      )}
    </Listing>
  );
}
