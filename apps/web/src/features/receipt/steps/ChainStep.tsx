import type { Receipt } from '@fairlead/contract';
import { formatDate, Icon, Thread, type ThreadStep } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { HashButton } from '../../../app/parts/HashButton.tsx';
import { beforeIdOf, openingIdOf } from '../check/fields.ts';
import type { HeadState } from '../check/head.ts';
import type { Verdict } from '../check/verdict.ts';
import { Step } from './Step.tsx';

export interface ChainStepProps {
  number: number;
  receipt: Receipt;
  opening: Receipt | undefined;
  head: HeadState | undefined;
  verdict: Verdict;
  onFollow: () => void;
}

export const RECEIPT_PATH = 'pages/settlement/receipt';

/** The thread from the opening to the published head: what was sealed, in order. */
export function ChainStep(props: ChainStepProps) {
  const { number, receipt, opening, head, verdict } = props;
  const t = useTranslations('receipt');
  const headStep = useHeadSteps(props);
  const openingId = openingIdOf(receipt);
  const { id, kind } = receipt;
  const beforeId = beforeIdOf(receipt);
  const isLinkWrong =
    verdict.state === 'mismatch' &&
    verdict.failed.some(({ name }) => name === 'link' || name === 'hash');
  const steps: ThreadStep[] = [];
  if (openingId !== undefined) {
    const openingKind = kind === 'delivery' ? 'purchase' : 'open';
    const title = t('chain.this', { kind: t(`kind.${openingKind}`), id: String(openingId) });
    steps.push({
      id: 'opening',
      title: <ReceiptLink id={openingId}>{title}</ReceiptLink>,
      at: opening && <HashButton hash={opening.hash} />,
      state: opening === undefined ? 'later' : 'done',
    });
  }
  if (beforeId === 0 || openingId !== beforeId)
    steps.push({
      id: 'before',
      title:
        beforeId === 0 ? (
          t('chain.first')
        ) : (
          <ReceiptLink id={beforeId}>{t('chain.before', { id: String(beforeId) })}</ReceiptLink>
        ),
      at: <HashButton hash={receipt.previous_hash} />,
      state: 'done',
    });
  steps.push({
    id: 'this',
    title: t('chain.this', { kind: t(`kind.${kind}`), id: String(id) }),
    at: <HashButton hash={receipt.hash} />,
    state: isLinkWrong ? 'bad' : 'done',
  });
  return (
    <Step number={number} title={t('chain.title')}>
      <Thread className="mt-2 *:pb-2" steps={[...steps, ...(head ? headStep : [])]} />
    </Step>
  );
}

function ReceiptLink({ id, children }: { id: number; children: string }) {
  return (
    <a className="hit text-brand" href={href(RECEIPT_PATH, { id })}>
      {children}
    </a>
  );
}

/** From this receipt to the head that counts it in. */
function useHeadSteps({ head, onFollow }: ChainStepProps): readonly ThreadStep[] {
  const t = useTranslations('receipt.chain');
  const locale = useLocale();
  if (head === undefined) return [];
  if (head.state === 'looking') return [{ id: 'head', title: t('looking'), state: 'later' }];
  if (head.state === 'unknown') return [{ id: 'head', title: t('unknown'), state: 'later' }];
  if (head.state === 'none')
    return [{ id: 'head', title: t('notYet'), at: t('soon'), state: 'later' }];
  const title = t('head', { time: formatDate(head.head.time, 'dayMinute', locale) });
  const between: readonly ThreadStep[] =
    head.distance === 0
      ? []
      : [
          {
            id: 'between',
            title: t('between', { count: head.distance }),
            at:
              head.state === 'far' ? (
                <button type="button" className="hit font-medium text-brand" onClick={onFollow}>
                  {t('follow')}
                </button>
              ) : undefined,
            state: head.state === 'far' ? 'later' : 'done',
          },
        ];
  if (head.state === 'far') return [...between, { id: 'head', title, state: 'later' }];
  const isRight = head.state === 'matches';
  return [
    ...between,
    {
      id: 'head',
      title,
      at: (
        <span className={`inline-flex items-center gap-1 ${isRight ? 'text-good' : 'text-bad'}`}>
          <Icon name={isRight ? 'check' : 'close'} size={14} />
          {t(isRight ? 'matches' : 'differs')}
        </span>
      ),
      state: isRight ? 'done' : 'bad',
    },
  ];
}
