import { Loaded, LoadingCard, useApi } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import type { ReactNode } from 'react';

/** How the account is protected, and since when. */
export type Security = ResponseOf<'security'>;

/** What depends on how the account is protected: loading, failed, or there. */
export function SecurityGate({ children }: { children: (security: Security) => ReactNode }) {
  const loading = (
    <div className="gutter pt-2">
      <LoadingCard lines={4} height={200} />
    </div>
  );
  return (
    <Loaded query={useApi('security', {})} loading={loading}>
      {children}
    </Loaded>
  );
}
