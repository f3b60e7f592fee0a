/** Pictures: sent by users, seen by their owner, and by reviewers through signed paths of a minute. */
import { timingSafeEqual } from 'node:crypto';
import { ProblemError, routes } from '@fairlead/contract';
import type { Context } from '../context.ts';
import { FILE_PATH_LIFETIME_MS } from '../limits.ts';
import { openPicture } from '../services/verification-views.ts';
import { type Handlers, operatorOf, PictureAnswer, userOf } from './handler.ts';

type Names = 'upload' | 'ownFile' | 'openFile' | 'readFile';

export function fileHandlers(context: Context): Pick<Handlers, Names> {
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
