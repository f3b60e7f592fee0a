import { buttonLook, Icon } from '@fairlead/ui';
import { Link } from 'react-router';
import { useMay } from '../data/acts.ts';

/** An address of the ledger that opens an entry to propose, filled in as far as it is known. */
export interface ProposedMove {
  readonly currencyId: number;
  /** `house:capital`, or `user:17:coin`. */
  readonly source: string;
  readonly target: string;
  readonly amount?: string | undefined;
}

export function proposeLink({ currencyId, source, target, amount = '' }: ProposedMove): string {
  const query = { propose: target, source, in: String(currencyId), amount };
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  return `/ledger?${new URLSearchParams(filled)}`;
}

/** What an address asks to propose; undefined for nothing. Whatever is missing is ''. */
export function readProposed(
  params: URLSearchParams,
): Readonly<Record<'currencyId' | 'source' | 'target' | 'amount', string>> | undefined {
  const target = params.get('propose');
  if (target === null) return undefined;
  const read = (name: string, pattern: RegExp): string => {
    const text = params.get(name) ?? '';
    return pattern.test(text) ? text : '';
  };
  return {
    target,
    source: params.get('source') ?? '',
    currencyId: read('in', /^[1-9]\d{0,8}$/),
    amount: read('amount', /^\d{1,20}(\.\d{1,18})?$/),
  };
}

export interface FundLinkProps {
  move: ProposedMove;
  children: string;
}

/** To the form of an entry that funds an account, for who may propose one. */
export function FundLink({ move, children }: FundLinkProps) {
  const mayPropose = useMay('proposeEntry');
  if (!mayPropose) return null;
  return (
    <Link to={proposeLink(move)} {...buttonLook({ size: 36 })}>
      <Icon name="plus" size={16} />
      {children}
    </Link>
  );
}
