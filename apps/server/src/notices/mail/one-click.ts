/**
 * Ends mails by the header of each (RFC 8058): a reader's program posts to it, without a session and in whichever form it likes; a
 * person who opens it is led to the page that asks first, since whoever looks through mails opens links, too.
 */
import type { FastifyInstance } from 'fastify';
import { type AskedRoute, callOfGuest } from '../../core/http/asked-route.ts';

const PATH = '/mail/unsubscribe';

export const oneClickUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}${PATH}?token=${token}`;

export async function registerOneClick(
  app: FastifyInstance,
  { route, pageOf }: { readonly route: AskedRoute; readonly pageOf: (token: string) => string },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // What is posted says nothing that the address does not.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _text, done) => done(null));
    scope.post(PATH, async (request, reply) => {
      const startedAt = performance.now();
      try {
        const asked = callOfGuest(request.ip);
        const caller = await route.admit(asked);
        const fields = { token: tokenOf(request.query) };
        await route.answer(asked, caller, { fields, file: undefined });
        route.tell(200, undefined, startedAt);
        return await reply.header('content-type', 'text/plain; charset=utf-8').send('ok\n');
      } catch (error) {
        route.tellThrown(error, startedAt);
        throw error;
      }
    });
    scope.get(PATH, (request, reply) =>
      reply.redirect(pageOf(encodeURIComponent(tokenOf(request.query))), 302),
    );
  });
}

function tokenOf(query: unknown): string {
  const { token } = query as { token?: unknown };
  return typeof token === 'string' ? token : '';
}
