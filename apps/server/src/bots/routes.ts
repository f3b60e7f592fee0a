/** Keys of users' programs: making and changing one takes the login password and the second factor (S6). */

import { mainOf } from '@fairlead/engine';
import { type Handlers, userOf } from '../core/http/handler.ts';
import type { ApiKeyRow } from './api-key-queries.ts';
import { apiKeyView } from './api-keys.ts';
import type { BotsNeeds } from './needs.ts';
import { prove } from './proof.ts';

type Names = 'apiKeys' | 'createApiKey' | 'editApiKey' | 'revokeApiKey';

export function apiKeyHandlers(context: BotsNeeds): Pick<Handlers, Names> {
  const { apiKeys, log, messages } = context;
  const note = (event: string, userId: number, apiKeyId: number) =>
    log.info({ event, userId, apiKeyId }, 'a key of a program');
  return {
    apiKeys: async (call) => (await apiKeys.list(userOf(call).userId)).map(apiKeyView),
    createApiKey: async (call) => {
      const { userId } = userOf(call);
      const verifiedHash = await prove(context, call);
      const owner = { userId, verifiedHash };
      const { row, key, secret } = await apiKeys.create(owner, call.input, call.say);
      note('api_key_created', userId, row.apiKeyId);
      await messages.tellAndMail(mainOf(userId), 'api_key_created', {
        ...toldOf(row),
        ip: call.ip,
      });
      return { api_key: apiKeyView(row), key, ...(secret !== undefined && { secret }) };
    },
    editApiKey: async (call) => {
      const { userId } = userOf(call);
      await prove(context, call);
      const row = await apiKeys.edit({ userId, apiKeyId: call.input.id }, call.input, call.say);
      note('api_key_changed', userId, row.apiKeyId);
      await messages.tellAndMail(mainOf(userId), 'api_key_changed', {
        ...toldOf(row),
        ip: call.ip,
      });
      return apiKeyView(row);
    },
    revokeApiKey: async (call) => {
      const { userId } = userOf(call);
      await apiKeys.revoke({ userId, apiKeyId: call.input.id });
      note('api_key_revoked', userId, call.input.id);
      return call.say('done.api_key_revoked');
    },
  };
}

/** What its owner is told of a key. */
function toldOf(row: ApiKeyRow): { readonly label: string; readonly may: string } {
  const { permissions } = apiKeyView(row);
  return { label: row.label, may: permissions.filter((each) => each !== 'read').join(' ') };
}
