/** Pictures: sent by users, seen by their owner, and by reviewers through signed paths of a minute. */

import { timingSafeEqual } from 'node:crypto';
import { ProblemError, routes } from '@fairlead/contract';
import type { Exceptions } from '../core/capability.ts';
import { type Handlers, operatorOf, PictureAnswer, userOf } from '../core/http/handler.ts';
import { FILE_PATH_LIFETIME_MS } from '../core/http/limits.ts';
import type { VerificationNeeds } from './needs.ts';
import { openPicture } from './views.ts';

type Names = 'upload' | 'ownFile' | 'openFile' | 'readFile';

/** Pictures are received and kept where they arrive. */
export const fileExceptions = { upload: 'gateway' } as const satisfies Exceptions<Names>;

export function fileHandlers(context: VerificationNeeds): Pick<Handlers, Names> {
  const { files, clock, audit } = context;
  return {
    upload: async (call) => ({
      file_id: await files.store(userOf(call).userId, call.input.purpose, call.file),
    }),
    ownFile: async (call) => {
      const { fileId } = await files.own(userOf(call).userId, call.input.id);
      return new PictureAnswer(await files.open(fileId));
    },
    openFile: async (call) => {
      const { file_id: id } = call.input;
      const { sessionKey } = operatorOf(call);
      await openPicture(context, call, id);
      const expires = clock.now() + FILE_PATH_LIFETIME_MS;
      const signature = files.signature({ fileId: id, expires, sessionKey }).toString('base64url');
      const url = `/api/${routes.readFile.path}?${new URLSearchParams({ id: `${id}`, expires: `${expires}`, signature })}`;
      return { url, expires_at: expires };
    },
    readFile: async (call) => {
      const { id, expires, signature } = call.input;
      const { operatorId, sessionKey } = operatorOf(call);
      const right = files.signature({ fileId: id, expires, sessionKey });
      const isSigned = timingSafeEqual(Buffer.from(signature, 'base64url'), right);
      if (!isSigned || expires <= clock.now()) throw new ProblemError('forbidden');
      await audit.add({ operatorId, action: 'file.seen', subject: `file ${id}`, ip: call.ip });
      return new PictureAnswer(await files.open(id));
    },
  };
}
