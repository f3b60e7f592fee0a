import { useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { type BackTarget, carryBack, readBack } from '../../app/guard.ts';
import { hasHistory } from '../../app/navigation.ts';
import { useIsLoggedIn } from '../../data/account/session.ts';

export interface Return {
  readonly target: BackTarget;
  /** The query that carries the target on, "" or "?back=…&back_type=…". */
  readonly carried: string;
}

/**
 * Leaves the login flow for its target as soon as somebody is logged in. Who comes here logged in by going
 * back passes through to the page before.
 */
export function useReturn(): Return {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const navigation = useNavigationType();
  const isLoggedIn = useIsLoggedIn();
  const [cameLoggedIn] = useState(isLoggedIn);
  const isLeaving = useRef(false);
  const target = readBack(query);
  const isPassing = cameLoggedIn && navigation === 'POP' && hasHistory();
  useEffect(() => {
    if (!isLoggedIn || isLeaving.current) return;
    isLeaving.current = true;
    if (isPassing) navigate(-1);
    else navigate(target.to, { replace: true });
  });
  return { target, carried: carryBack(query) };
}
