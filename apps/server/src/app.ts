/** Builds the HTTP side from its context. Tests use it by injection, main.ts listens with it. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Context } from './context.ts';
import {
  BODY_BYTES_MAX,
  COMPRESS_BYTES_MIN,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
} from './limits.ts';
import { addBodyParsers } from './plugins/body-parsers.ts';
import { type CatalogueServices, registerCatalogue } from './plugins/catalogue.ts';
import { answerClientError, refuseWhileClosing } from './plugins/client-errors.ts';
import { registerDocs } from './plugins/docs.ts';
import { addProblemHandlers, answerError } from './plugins/problems.ts';
import { proxyTrust } from './plugins/proxy-trust.ts';
import { Rates } from './plugins/rates.ts';
import { addSecurityHeaders, pageHeaders } from './plugins/security-headers.ts';
import { acceptUploads } from './plugins/uploads.ts';
import { registerWebApp } from './plugins/web-app.ts';
import { assetHandlers } from './routes/assets.ts';
import { chatHandlers } from './routes/chat.ts';
import { custodyHandlers } from './routes/custody.ts';
import { custodyPayeeHandlers } from './routes/custody-payees.ts';
import { fileHandlers } from './routes/files.ts';
import { futuresHandlers } from './routes/futures.ts';
import { guidanceHandlers } from './routes/guidance.ts';
import type { Handlers } from './routes/handler.ts';
import { registerHealth } from './routes/health.ts';
import { hostingHandlers } from './routes/hosting.ts';
import { identityHandlers } from './routes/identity.ts';
import { identitySecurityHandlers } from './routes/identity-security.ts';
import { liabilityHandlers } from './routes/liabilities.ts';
import { marketHandlers } from './routes/markets.ts';
import { notificationHandlers } from './routes/notifications.ts';
import { offeringHandlers } from './routes/offerings.ts';
import { operationHandlers } from './routes/operation.ts';
import { operatorHandlers } from './routes/operators.ts';
import { optionHandlers } from './routes/options.ts';
import { portfolioHandlers } from './routes/portfolio.ts';
import { referralHandlers } from './routes/referral.ts';
import { sessionHandlers } from './routes/session.ts';
import { settlementHandlers } from './routes/settlement.ts';
import { signerHandlers } from './routes/signer.ts';
import { spotHandlers } from './routes/spot.ts';
import { verificationHandlers } from './routes/verification.ts';
import { FileIntake } from './services/files-intake.ts';
import type { Session } from './services/identity-sessions.ts';
import { isSignerToken } from './services/signer-desk.ts';

export interface AppOptions {
  /** Where the built app lies. */
  readonly webFolder?: string;
  /** Where the built console lies. */
  readonly consoleFolder?: string;
  /** Tests check every DATA against the contract. */
  readonly checkData?: CatalogueServices['checkData'];
  /** Tests make the API's document when it is asked for; a server at its start, so that nobody waits for it. */
  readonly isDocumentLate?: boolean;
}

const WEB_FOLDER = path.resolve(import.meta.dirname, '../../web/dist');
const CONSOLE_FOLDER = path.resolve(import.meta.dirname, '../../console/dist');

export async function buildApp(
  context: Context,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { config } = context;
  const app = createServer(context);
  addSecurityHeaders(app);
  addProblemHandlers(app);
  refuseWhileClosing(app);
  addBodyParsers(app);
  // The app is of the same origin; nobody else may read answers, whatever origin they claim.
  await app.register(fastifyCors, {
    origin: [config.publicUrl],
    methods: ['GET', 'POST', 'PUT'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'device-id',
      'idempotency-key',
      'language-mark',
    ],
    exposedHeaders: ['idempotent-replayed', 'retry-after'],
    maxAge: 600,
    strictPreflight: false,
  });
  const headers = pageHeaders(config.publicUrl);
  await app.register(async (publicReads) => {
    // Only what holds nothing of anyone: a compressed secret can be guessed by its length.
    await publicReads.register(fastifyCompress, { threshold: COMPRESS_BYTES_MIN });
    await app.register(async (uploads) => {
      await acceptUploads(uploads);
      const services = catalogueServices(context, options);
      registerCatalogue({ app, publicReads, uploads }, handlersOf(context), services);
    });
    await registerDocs(publicReads, headers, { isLate: options.isDocumentLate ?? false });
  });
  registerHealth(app, context);
  const { webFolder = WEB_FOLDER, consoleFolder = CONSOLE_FOLDER } = options;
  await registerWebApp(app, { folder: webFolder, prefix: '/', headers });
  await registerWebApp(app, { folder: consoleFolder, prefix: '/console/', headers });
  return app;
}

function createServer({ config, log }: Context): FastifyInstance {
  // Ids tell apart processes and rise within one.
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  return Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for each request would cost more than it says.
    childLoggerFactory: (logger) => logger,
    genReqId: () => {
      count += 1;
      return `${prefix}-${count.toString(36)}`;
    },
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    trustProxy: proxyTrust(config.trustProxy),
    // Both would answer in Fastify's own words.
    clientErrorHandler: answerClientError,
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 100 },
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply);
    },
  });
}

function handlersOf(context: Context): Handlers {
  return {
    ...sessionHandlers(context),
    ...identityHandlers(context),
    ...identitySecurityHandlers(context),
    ...verificationHandlers(context),
    ...fileHandlers(context),
    ...marketHandlers(context),
    ...spotHandlers(context),
    ...optionHandlers(context),
    ...offeringHandlers(context),
    ...referralHandlers(context),
    ...futuresHandlers(context),
    ...hostingHandlers(context),
    ...chatHandlers(context),
    ...assetHandlers(context),
    ...portfolioHandlers(context),
    ...custodyHandlers(context),
    ...custodyPayeeHandlers(context),
    ...guidanceHandlers(context),
    ...notificationHandlers(context),
    ...operationHandlers(context),
    ...operatorHandlers(context),
    ...settlementHandlers(context),
    ...liabilityHandlers(context),
    ...signerHandlers(context),
  };
}

const asCaller = (session: Session) =>
  ({
    kind: 'user',
    userId: session.userId,
    sessionId: session.sessionId,
    sessionKey: session.sessionKey,
  }) as const;

function catalogueServices(context: Context, { checkData }: AppOptions): CatalogueServices {
  const { audit, config, metrics, operatorGate, operators, sessions } = context;
  const intake = new FileIntake(context.files);
  return {
    rates: new Rates(config.rateLimitFactor),
    findCaller: (token, who) => {
      if (who === 'operator') return () => operators.find(token);
      // The credential is made by whoever runs the signer; without one its calls are closed.
      if (who === 'signer')
        return isSignerToken(token, config.chains.signerToken)
          ? { kind: 'signer' }
          : async () => undefined;
      const open = sessions.findOpen(token);
      if (open !== undefined) return asCaller(open);
      return async () => {
        const session = await sessions.find(token);
        return session && asCaller(session);
      };
    },
    receive: (userId, work) => intake.receive(userId, work),
    asOperator: (caller, work) => operatorGate.serve(caller, work),
    forbade: (caller, route, ip) => {
      const operatorId = caller.kind === 'operator' ? { operatorId: caller.operatorId } : {};
      audit.addLater({ ...operatorId, action: 'forbidden', subject: route, ip });
    },
    answered: ({ route, status, milliseconds }) => metrics.answered(route, status, milliseconds),
    ...(checkData !== undefined && { checkData }),
  };
}
