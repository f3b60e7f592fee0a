import { useApi } from '@fairlead/calls';
import { HeldNote } from './HeldNote.tsx';

/** Of the account, or of all that leaves it; nothing where nothing is held. */
export function OpenHolds() {
  const { data } = useApi('holds', {});
  const isWhole = (kind: string) => kind === 'account' || kind === 'withdrawals';
  const open = data?.filter(({ kind, end }) => end === undefined && isWhole(kind)) ?? [];
  if (open.length === 0) return null;
  return (
    <div className="grid gap-2 gutter pt-2 pb-1">
      {open.map(({ id, kind, ends_at: until }) => (
        <HeldNote key={id} kind={kind} until={until} />
      ))}
    </div>
  );
}
