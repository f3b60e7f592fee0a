import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/** Whether the faucet is open; `?faucet=1` opens it once and leaves the address. */
export function useFaucetQuery(isDemo: boolean) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const isAsked = query.has('faucet') && isDemo;
  useEffect(() => {
    if (!isAsked) return;
    navigate({ search: '' }, { replace: true });
    setOpen(true);
  }, [isAsked, navigate]);
  return [isOpen, setOpen] as const;
}
