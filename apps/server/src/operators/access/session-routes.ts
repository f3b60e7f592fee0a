/** Operators' own login, second factor, password. */

import { ProblemError, type ResponseOf } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { type Handlers, operatorOf } from '../../core/http/handler.ts';
import { OPERATOR_SESSION_IDLE_MS } from '../../core/http/limits.ts';
import type { OperatorsNeeds } from '../needs.ts';
import { machineResets } from './enrolment-queries.ts';
import { COUNTED_LASTS_DAYS } from './second-operators.ts';

type Names =
  | 'operatorLogin'
  | 'operatorLogout'
  | 'operatorMe'
  | 'operatorEnrol'
  | 'operatorConfirmEnrol'
  | 'operatorPassword';

/** For as long as it bears on who counts as one of two. */
async function machineResetsView({
  database,
  clock,
}: Pick<OperatorsNeeds, 'database' | 'clock'>): Promise<
  Pick<ResponseOf<'operatorMe'>, 'machine_resets'>
> {
  const resets = await machineResets(database, clock.now() - COUNTED_LASTS_DAYS * DAY_MS);
  if (resets.length === 0) return {};
  return { machine_resets: resets.map(({ name, atMs }) => ({ name, time: atMs })) };
}

export function operatorSessionHandlers(context: OperatorsNeeds): Pick<Handlers, Names> {
  const { operators, operatorGate, config, clock } = context;
  return {
    operatorLogin: (call) => operators.login(call.input, call, call.say('fields.required')),
    operatorLogout: async (call) => {
      await operators.logout(operatorOf(call));
      return call.say('done.logged_out');
    },
    operatorMe: async (call) => {
      const caller = operatorOf(call);
      const { operator, expiresAtMs } = await operators.session(caller);
      return {
        id: operator.operatorId,
        name: operator.name,
        role: operator.role,
        has_otp: operator.otpSecret !== undefined,
        has_passkey: operator.hasPasskey,
        ...(caller.isSso === true && { is_sso: true }),
        demo: config.isDemo,
        session_ends_at: expiresAtMs,
        idle_ms: OPERATOR_SESSION_IDLE_MS,
        needs_second_operator: await operatorGate.needsSecond(),
        notice_hours: config.termsNoticeHours,
        ...(operator.approvesFromMs > clock.now() && { approves_from: operator.approvesFromMs }),
        ...(operator.role === 'owner' && (await machineResetsView(context))),
      };
    },
    operatorEnrol: (call) => operators.enrol(call.input, call),
    operatorConfirmEnrol: async (call) => {
      const { recoveryCodes, ...opened } = await operators.confirmEnrol(call.input, call);
      return { ...opened, recovery_codes: recoveryCodes };
    },
    operatorPassword: async (call) => {
      const { old_password, password, password_confirmation } = call.input;
      if (password !== password_confirmation) {
        const fields = { password_confirmation: call.say('fields.passwords_differ') };
        throw new ProblemError('validation_failed', { fields });
      }
      const change = { oldPassword: old_password, password };
      await operators.changePassword(operatorOf(call), change, call.ip);
      return call.say('done.password_changed');
    },
  };
}
