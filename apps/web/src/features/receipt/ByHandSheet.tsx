import type { Receipt } from '@fairlead/contract';
import { Button, formatDate, Sheet } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { useCopy } from '../../data/use-copy.ts';
import { type HandStep, handSteps } from './check/by-hand.ts';

export interface ByHandSheetProps {
  receipt: Receipt;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Fetches the receipt and its neighbours and checks them without this app. */
const commandOf = ({ id }: Receipt): string =>
  `npx fairlead-verify ${window.location.origin} --id ${id}`;

/** The proof for paper and pencil, and the command that does it. */
export function ByHandSheet({ receipt, isOpen, onOpenChange }: ByHandSheetProps) {
  const t = useTranslations('receipt.byHand');
  const common = useTranslations('common');
  const copy = useCopy();
  const command = commandOf(receipt);
  const steps: readonly HandStep[] = [...handSteps(receipt), { text: 'command', lines: [command] }];
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('open')}
      closeLabel={common('close')}
      footer={
        <Button size={48} block icon="copy" onClick={() => void copy(command)}>
          {t('copyCommand')}
        </Button>
      }
    >
      <p className="text-secondary">{t('lead')}</p>
      <ol className="mt-4 grid gap-4 pb-4">
        {steps.map((step, index) => (
          <HandStepItem key={step.text} step={step} number={index + 1} />
        ))}
      </ol>
    </Sheet>
  );
}

function HandStepItem({ step, number }: { step: HandStep; number: number }) {
  const t = useTranslations('receipt.byHand');
  const locale = useLocale();
  const { text, values, timeMs, lines } = step;
  const words = {
    id: '',
    count: '',
    valid: '',
    expected: '',
    currency: '',
    ...values,
    time: formatDate(timeMs, 'time', locale),
  };
  return (
    <li className="flex gap-2.5">
      <span
        className="grid size-5 flex-none place-items-center rounded-full border-2 border-brand text-12 font-strong text-brand"
        aria-hidden="true"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <p>{t(text, words)}</p>
        {lines.length > 0 && (
          <pre className="mt-1.5 rounded-8 bg-control px-2.5 py-2 font-mono text-12 break-all whitespace-pre-wrap text-secondary">
            {lines.join('\n')}
          </pre>
        )}
      </div>
    </li>
  );
}
