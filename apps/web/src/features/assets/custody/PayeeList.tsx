/** Payees of either kind: addresses and bank cards. A list with a way to add one, and a question before one goes. */
import { useAction } from '@fairlead/calls';
import type { RouteName } from '@fairlead/contract';
import { Badge, buttonLook, Confirm, Dock, EmptyState, IconButton, toast } from '@fairlead/ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useKept } from '../../../app/parts/use-kept.ts';
import { CoolingOff, useCoolingOff } from './UsableAt.tsx';

interface Payee {
  id: number;
  usable_at: number;
}

interface PayeeListProps<Kind extends Payee> {
  payees: readonly Kind[];
  /** Of the list, read aloud. */
  label?: string;
  className: string;
  add: { href: string; text: string };
  empty: string;
  item: (payee: Kind, onDelete: () => void) => ReactNode;
  removal: {
    call: 'deleteAddress' | 'deleteBankCard';
    invalidates: readonly RouteName[];
    title: string;
    done: string;
    /** What goes, as the question shows it. */
    what: (payee: Kind) => ReactNode;
  };
}

export function PayeeList<Kind extends Payee>(props: PayeeListProps<Kind>) {
  const { payees, label, className, add, empty, item, removal } = props;
  const [asked, ask] = useState<Kind>();
  if (payees.length === 0)
    return (
      <div className="pt-8">
        <EmptyState
          action={
            <a {...buttonLook({ variant: 'main', size: 44 })} href={add.href}>
              {add.text}
            </a>
          }
        >
          {empty}
        </EmptyState>
      </div>
    );
  return (
    <>
      <ul className={className} aria-label={label}>
        {payees.map((payee) => (
          <li key={payee.id}>{item(payee, () => ask(payee))}</li>
        ))}
      </ul>
      <Dock>
        <a {...buttonLook({ variant: 'main', block: true })} href={add.href}>
          {add.text}
        </a>
      </Dock>
      <DeleteConfirm payee={asked} removal={removal} onClose={() => ask(undefined)} />
    </>
  );
}

interface DeleteConfirmProps<Kind extends Payee> {
  payee: Kind | undefined;
  removal: PayeeListProps<Kind>['removal'];
  onClose: () => void;
}

function DeleteConfirm<Kind extends Payee>({ payee, removal, onClose }: DeleteConfirmProps<Kind>) {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const common = useTranslations('common');
  const shown = useKept(payee);
  const remove = useAction(removal.call, {
    invalidates: removal.invalidates,
    onSuccess: () => {
      onClose();
      toast({ kind: 'good', text: removal.done });
    },
    onError: () => {
      onClose();
      return false;
    },
  });
  return (
    <Confirm
      open={payee !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={removal.title}
      cancelLabel={common('cancel')}
      confirmLabel={custody('delete')}
      variant="danger"
      busy={remove.isRunning}
      onConfirm={() => {
        if (shown !== undefined) void remove.run({ id: shown.id });
      }}
    >
      {shown !== undefined && removal.what(shown)}
      <p className="mt-2">{t('deleteDetail')}</p>
    </Confirm>
  );
}

/** Whether it can be paid to yet. */
export function UsableBadge({ usableAt }: { usableAt: number }) {
  const custody = useTranslations('custody');
  return useCoolingOff(usableAt) > 0 ? (
    <Badge kind="wait">
      <CoolingOff usableAt={usableAt} />
    </Badge>
  ) : (
    <Badge kind="good">{custody('usable')}</Badge>
  );
}

export function DeleteButton({ label, onClick }: { label: string; onClick: () => void }) {
  return <IconButton icon="trash" label={label} className="text-secondary" onClick={onClick} />;
}
