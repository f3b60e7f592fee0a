import { buttonLook, Icon } from '@fairlead/ui';
import { Link } from 'react-router';
import { useMay } from '../data/acts.ts';
import { type ProposedMove, proposeLink } from './propose-link.ts';

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
