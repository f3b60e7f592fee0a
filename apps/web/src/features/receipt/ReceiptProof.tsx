import type { Receipt } from '@fairlead/contract';
import { Button, Dock } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCopy } from '../../data/use-copy.ts';
import { ByHandSheet } from './ByHandSheet.tsx';
import { reportText } from './check/report.ts';
import { ruleOf } from './check/rule.ts';
import { ChainStep } from './steps/ChainStep.tsx';
import { LevelStep } from './steps/LevelStep.tsx';
import { LossBlock, LossStep } from './steps/LossBlock.tsx';
import { MedianStep } from './steps/MedianStep.tsx';
import { SumBlock } from './steps/SumBlock.tsx';
import { WindowStep } from './steps/WindowStep.tsx';
import type { Proof } from './use-proof.ts';
import { VerdictCard } from './VerdictCard.tsx';

export interface ReceiptProofProps {
  receipt: Receipt;
  proof: Proof;
}

/** A receipt: the verdict, the sum, and the proof step by step. */
export function ReceiptProof({ receipt, proof }: ReceiptProofProps) {
  const t = useTranslations('receipt');
  const copy = useCopy();
  const { verdict, opening, head, follow, again } = proof;
  const { samples } = receipt;
  const [isByHand, setByHand] = useState(false);
  const [picked, setPicked] = useState<number>();
  const lastValid = samples.findLastIndex(({ index_price }) => index_price !== undefined);
  const chosen = picked ?? Math.max(0, lastValid);
  const sample = samples[chosen];
  const rule = ruleOf(receipt);
  const isLoss = receipt.kind === 'loss';
  const report = () => {
    if (verdict.state !== 'mismatch') return;
    void copy(reportText({ receipt, verdict, url: window.location.href }));
  };
  return (
    <div className="pb-24">
      <div className="gutter">
        <VerdictCard verdict={verdict} onReport={report} />
      </div>
      {isLoss ? <LossBlock receipt={receipt} /> : <SumBlock receipt={receipt} />}
      {isLoss ? (
        <LossStep number={1} receipt={receipt} />
      ) : rule.kind === 'window' ? (
        <WindowStep number={1} rule={rule} samples={samples} chosen={chosen} onChoose={setPicked} />
      ) : (
        <LevelStep number={1} rule={rule} timeMs={sample?.time} />
      )}
      {sample !== undefined && (
        <MedianStep number={2} sample={sample} isChosen={samples.length > 1} />
      )}
      <ChainStep
        number={sample === undefined ? 2 : 3}
        receipt={receipt}
        opening={opening}
        head={head}
        verdict={verdict}
        onFollow={follow}
      />
      <ByHandSheet receipt={receipt} isOpen={isByHand} onOpenChange={setByHand} />
      <Dock>
        <Button size={44} className="flex-auto! px-2!" onClick={() => setByHand(true)}>
          {t('byHand.open')}
        </Button>
        <Button
          size={44}
          variant="main"
          className="flex-auto! px-2!"
          busy={verdict.state === 'checking'}
          onClick={again}
        >
          {t('verdict.again')}
        </Button>
      </Dock>
    </div>
  );
}
