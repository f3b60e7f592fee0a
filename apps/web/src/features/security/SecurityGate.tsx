import { Failed, LoadingCard, useApi } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import type { ReactNode } from 'react';

/** How the account is protected, and since when. */
const useSecurity = () => useApi('security', {});

export type Security = ResponseOf<'security'>;

/** What depends on how the account is protected: loading, failed, or there. */
export function SecurityGate({ children }: { children: (security: Security) => ReactNode }) {
  const query = useSecurity();
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error !== null) return <Failed query={query} />;
  return (
    <div className="gutter pt-2">
      <LoadingCard lines={4} height={200} />
    </div>
  );
}
