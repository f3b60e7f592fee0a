import { Failed } from '@fairlead/calls';
import { IconLink } from '@fairlead/ui';
import { useReducer } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Screen } from '../../../app/Screen.tsx';
import { TransferForm } from '../../../features/assets/transfer/TransferForm.tsx';
import { TransfersOnTheWay } from '../../../features/assets/transfer/TransfersOnTheWay.tsx';
import { initialState, reduce } from '../../../features/assets/transfer/transfer-model.ts';
import { useCurrencies, useWallet } from '../../../features/assets/use-wallet.ts';

/** Between one's own accounts: `?from=coin&to=contract&currency_id=3`. The title names the receiving one. */
export function Page() {
  const t = useTranslations('assets.move');
  const [query] = useSearchParams();
  const [state, dispatch] = useReducer(reduce, query, initialState);
  const wallet = useWallet();
  const { list } = useCurrencies();
  const hasFailed = wallet.data === undefined && wallet.error !== null;
  return (
    <Screen
      title={t(`title.${state.to}`)}
      right={
        <IconLink icon="receipt" label={t('history')} href={href('pages/assets/transfer/record')} />
      }
    >
      {hasFailed ? (
        <Failed query={wallet} />
      ) : (
        <>
          <TransferForm
            state={state}
            dispatch={dispatch}
            inputs={{ wallet: wallet.data, currencies: list }}
          />
          <TransfersOnTheWay wallet={wallet.data} />
        </>
      )}
    </Screen>
  );
}
