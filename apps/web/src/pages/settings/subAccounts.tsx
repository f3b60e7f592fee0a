import { LoadingRows, useApi } from '@fairlead/calls';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { loadTexts } from '../../i18n/language.ts';

const withTexts = <Module,>(load: Promise<Module>): Promise<Module> =>
  Promise.all([load, loadTexts('subAccounts')]).then(([module]) => module);

const SubAccounts = lazy(async () => ({
  default: (await withTexts(import('../../features/assets/sub-accounts/SubAccounts.tsx')))
    .SubAccounts,
}));
const SubAccountPage = lazy(async () => ({
  default: (await withTexts(import('../../features/assets/sub-accounts/SubAccountPage.tsx')))
    .SubAccountPage,
}));

/** Accounts beside the main one, or one of them: `?id=268435463`. */
export function Page() {
  const t = useTranslations('common.title');
  const [query] = useSearchParams();
  const id = Number(query.get('id') ?? 0);
  const name = useApi('subAccounts', {}).data?.find((each) => each.id === id)?.name;
  return (
    <Screen title={name ?? t('subAccounts')} className="pb-8">
      <Suspense fallback={<LoadingRows count={4} />}>
        {id > 0 ? <SubAccountPage key={id} id={id} /> : <SubAccounts />}
      </Suspense>
    </Screen>
  );
}
