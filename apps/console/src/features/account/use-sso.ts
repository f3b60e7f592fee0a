import { tabStorage } from '@fairlead/calls';
import { ApiError } from '@fairlead/client';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../data/api.ts';
import { errorText } from '../../data/query.ts';
import { loginTexts as t } from './login-texts.ts';

/** What this tab keeps from its way out to its way back: nobody else can end the login that it began. */
const BROWSER_KEY = 'console.sso';

interface Returned {
  readonly code: string;
  readonly state: string;
  readonly iss?: string;
  readonly browser: string;
}

/** What the provider sent back, once: the address forgets it. Undefined where nobody comes from there. */
function takeReturned(): Returned | 'refused' | undefined {
  const { pathname, search, hash } = window.location;
  const given = new URLSearchParams(search);
  const state = given.get('state');
  if (state === null) return undefined;
  const browser = tabStorage.read(BROWSER_KEY);
  tabStorage.write(BROWSER_KEY, null);
  window.history.replaceState(null, '', pathname + hash);
  const [code, iss] = [given.get('code'), given.get('iss')];
  if (code === null || !browser) return 'refused';
  return { code, state, browser, ...(iss !== null && { iss }) };
}

function failureOf(error: unknown): string {
  const subject = error instanceof ApiError ? error.fields['subject'] : undefined;
  return subject === undefined ? errorText(error) : `${errorText(error)}: ${subject}`;
}

/** Goes to the provider and comes back from there with a session that reads. */
export function useSso(onToken: (token: string) => void) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const told = useRef(onToken);
  told.current = onToken;
  useEffect(() => {
    const returned = takeReturned();
    if (returned === undefined) return;
    if (returned === 'refused') {
      setFailure(t.ssoRefused);
      return;
    }
    setBusy(true);
    callApi('operatorSsoLogin', returned)
      .then(({ token }) => told.current(token))
      .catch((error: unknown) => setFailure(failureOf(error)))
      .finally(() => setBusy(false));
  }, []);
  const begin = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { url, browser } = await callApi('beginOperatorSso', {});
      tabStorage.write(BROWSER_KEY, browser);
      window.location.assign(url);
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  return { begin, failure, isBusy };
}
