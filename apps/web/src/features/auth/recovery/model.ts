/** What a recovery is begun with; pure. */
import { accountProblem, type Identity, type Problems } from '../model.ts';

export interface ShownValues {
  account: string;
  otp: string;
  recovery_code: string;
  /** A ticket; '' until a passkey is used. */
  passkey: string;
}

/** That at least one is there, the form says by itself. */
export function checkShown(values: ShownValues, identity: Identity): Problems<ShownValues> {
  const otp = values.otp.trim();
  const code = values.recovery_code.replaceAll(/[\s-]/g, '');
  return {
    account: accountProblem(identity, values.account),
    otp: otp === '' || /^\d{6}$/.test(otp) ? undefined : 'code',
    recovery_code: code === '' || /^[0-9a-z]{10}$/i.test(code) ? undefined : 'recovery',
  };
}
