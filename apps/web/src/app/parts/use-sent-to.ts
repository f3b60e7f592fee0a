import { useState } from 'react';

/** To whom the last code of this form went; said until the page is left, for a code comes when the wait may be over. */
export function useSentTo(isWaiting: boolean, account: string | undefined): string | undefined {
  const [sentTo, setSentTo] = useState<string>();
  if (isWaiting && account !== undefined && sentTo !== account) setSentTo(account);
  return isWaiting ? account : sentTo;
}
