import { IconButton } from '@fairlead/ui';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { loadVerifier } from '../../data/verifier.ts';
import { GivenForm } from '../../features/receipt/GivenForm.tsx';
import { GivenResult } from '../../features/receipt/GivenResult.tsx';
import { LatestReceipts } from '../../features/receipt/LatestReceipts.tsx';

interface Round {
  readonly values: readonly unknown[];
  readonly number: number;
}

let rounds = 0;

/** Checks receipts that a reader brings, on this device and without a network; below, the latest of all. */
export function Page() {
  const t = useTranslations('receipt.verify');
  const [round, setRound] = useState<Round>();
  const back = () => setRound(undefined);
  // Ahead of the first check: then the page works on without a network. A failure is said by the check itself.
  useEffect(() => void loadVerifier().catch(() => undefined), []);
  if (round !== undefined)
    return (
      <Screen
        title={t('title')}
        right={<IconButton icon="close" label={t('back')} onClick={back} />}
      >
        <GivenResult values={round.values} round={round.number} onBack={back} />
      </Screen>
    );
  return (
    <Screen title={t('title')}>
      <GivenForm
        onGiven={(values) => {
          rounds += 1;
          setRound({ values, number: rounds });
        }}
      />
      <LatestReceipts />
    </Screen>
  );
}
