import { Button, Dock, ListRow } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCopy } from '../../data/use-copy.ts';
import { reportText } from './check/report.ts';
import { LoadingReceipt } from './LoadingReceipt.tsx';
import { ReceiptProof } from './ReceiptProof.tsx';
import { type GivenItem, useGiven, verdictOfAll } from './use-given.ts';
import type { Proof } from './use-proof.ts';
import { VerdictCard } from './VerdictCard.tsx';

export interface GivenResultProps {
  values: readonly unknown[];
  round: number;
  onBack: () => void;
}

const nothing = (): void => undefined;

/** What came of receipts that a reader brought: one as a receipt, several as a list. */
export function GivenResult({ values, round, onBack }: GivenResultProps) {
  const given = useGiven(values, round);
  const [openIndex, setOpenIndex] = useState<number>();
  if (given.data === undefined) return <LoadingReceipt />;
  const again = () => void given.refetch();
  const only = given.data.length === 1 ? given.data[0] : undefined;
  const item = only ?? (openIndex === undefined ? undefined : given.data[openIndex]);
  if (item?.receipt === undefined)
    return <GivenList items={given.data} onOpen={setOpenIndex} onBack={onBack} />;
  const proof: Proof = {
    verdict: given.isFetching ? { state: 'checking' } : item.verdict,
    opening: item.opening,
    head: undefined,
    follow: nothing,
    again,
  };
  return <ReceiptProof key={openIndex} receipt={item.receipt} proof={proof} />;
}

interface GivenListProps {
  items: readonly GivenItem[];
  onOpen: (index: number) => void;
  onBack: () => void;
}

function GivenList({ items, onOpen, onBack }: GivenListProps) {
  const t = useTranslations('receipt');
  const copy = useCopy();
  const verdict = verdictOfAll(items);
  const report = () => {
    if (verdict.state !== 'mismatch') return;
    void copy(reportText({ receipt: undefined, verdict, url: window.location.href }));
  };
  return (
    <div className="pb-24">
      <div className="gutter pb-2">
        <VerdictCard verdict={verdict} onReport={report} />
      </div>
      {items.map((item, index) => (
        <GivenRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the same receipt may be given twice
          key={index}
          item={item}
          onOpen={() => onOpen(index)}
        />
      ))}
      <Dock>
        <Button size={44} variant="main" onClick={onBack}>
          {t('verify.back')}
        </Button>
      </Dock>
    </div>
  );
}

const TONES = { verified: 'text-good', mismatch: 'text-bad', unchecked: 'text-warn', checking: '' };

function GivenRow({ item, onOpen }: { item: GivenItem; onOpen: () => void }) {
  const t = useTranslations('receipt');
  const { receipt, verdict } = item;
  const state = (
    <span className={TONES[verdict.state]}>
      {t(
        verdict.state === 'mismatch'
          ? 'chain.differs'
          : verdict.state === 'verified'
            ? 'chain.matches'
            : 'verdict.unchecked',
      )}
    </span>
  );
  if (receipt === undefined)
    return <ListRow size={52} title={t('verify.unreadable')} value={state} />;
  return (
    <ListRow
      size={52}
      title={t('chain.this', { kind: t(`kind.${receipt.kind}`), id: String(receipt.id) })}
      caption={receipt.symbol}
      value={state}
      chevron
      onClick={onOpen}
    />
  );
}
