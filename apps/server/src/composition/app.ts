/** Builds the HTTP side from its context. Tests use it by injection, main.ts listens with it. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type RouteName, routes } from '@fairlead/contract';
import fastifyCompress from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { ApiGate } from '../bots/api-gate.ts';
import { Binance } from '../bots/binance/binance.ts';
import { registerBinance } from '../bots/binance/http.ts';
import { registerUdf } from '../bots/udf/udf.ts';
import { handlersOf } from '../capabilities.ts';
import { drawIcons } from '../core/brand/icons.ts';
import { wornFiles } from '../core/brand/pages.ts';
import { AskedRoute } from '../core/http/asked-route.ts';
import { addBodyParsers } from '../core/http/body-parsers.ts';
import { answerClientError, refuseWhileClosing } from '../core/http/client-errors.ts';
import { type CatalogueServices, registerCatalogue } from '../core/http/docs/catalogue.ts';
import { registerDocs } from '../core/http/docs/docs.ts';
import type { Draining } from '../core/http/draining.ts';
import type { Handler, Handlers } from '../core/http/handler.ts';
import { type HealthReader, registerHealth } from '../core/http/health.ts';
import {
  BODY_BYTES_MAX,
  COMPRESS_BYTES_MIN,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
} from '../core/http/limits.ts';
import { addProblemHandlers, answerError } from '../core/http/problems.ts';
import { proxyTrust } from '../core/http/proxy-trust.ts';
import { Rates } from '../core/http/rates.ts';
import { addSecurityHeaders, pageHeaders } from '../core/http/security-headers.ts';
import { SocketCalls } from '../core/http/socket-calls.ts';
import { acceptUploads } from '../core/http/uploads.ts';
import { registerWebApp } from '../core/http/web-app.ts';
import { isSignerToken } from '../custody/withdrawals/signer-desk.ts';
import type { Session } from '../identity/sessions/sessions.ts';
import { registerOneClick } from '../notices/mail/one-click.ts';
import { FileIntake } from '../verification/files-intake.ts';
import type { Exchange } from './services.ts';

export interface AppOptions {
  /** Where the built app lies. */
  readonly webFolder?: string;
  /** Where the built console lies. */
  readonly consoleFolder?: string;
  /** Tests check every DATA against the contract. */
  readonly checkData?: CatalogueServices['checkData'];
  /** Tests make the API's document when it is asked for; a server at its start, so that nobody waits for it. */
  readonly isDocumentLate?: boolean;
  /** Instead of this process's own: a gateway has most calls answered by the engine. */
  readonly handlers?: Handlers;
  /** Instead of counters of this process's own. */
  readonly rates?: Rates;
  /** Whose streams are served beside; otherwise one is made. */
  readonly binance?: Binance;
  /** Of a process that is drained before it stops. */
  readonly draining?: Draining;
  /** Says whether the process can serve; absent: whether its sequencer runs. */
  readonly health?: HealthReader;
}

const WEB_FOLDER = path.resolve(import.meta.dirname, '../../../web/dist');
const CONSOLE_FOLDER = path.resolve(import.meta.dirname, '../../../console/dist');

export async function buildApp(
  context: Exchange,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { config } = context;
  const rates = options.rates ?? new Rates(config.rateLimitFactor);
  const handlers = options.handlers ?? handlersOf(context);
  const binance = options.binance ?? new Binance(context, rates, handlers);
  const app = createServer(context);
  app.addHook('onClose', async () => binance.stop());
  addSecurityHeaders(app);
  addProblemHandlers(app);
  refuseWhileClosing(app);
  options.draining?.watch(app);
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
  const services = catalogueServices(context, rates, options);
  await app.register(async (publicReads) => {
    // Only what holds nothing of anyone: a compressed secret can be guessed by its length.
    await publicReads.register(fastifyCompress, { threshold: COMPRESS_BYTES_MIN });
    await app.register(async (uploads) => {
      await acceptUploads(uploads);
      registerCatalogue({ app, publicReads, uploads }, handlers, services);
    });
    const { name } = config.brand;
    await registerDocs(publicReads, headers, { name, isLate: options.isDocumentLate ?? false });
  });
  await registerBinance(app, binance, context);
  await registerUdf(app, context, rates);
  await registerOneClick(app, {
    route: new AskedRoute(
      'unsubscribeMail',
      routes.unsubscribeMail,
      handlers.unsubscribeMail as Handler<RouteName>,
      services,
    ),
    pageOf: (token) => context.mailEndLinks.of(token),
  });
  registerHealth(app, context, options.health);
  const { webFolder = WEB_FOLDER, consoleFolder = CONSOLE_FOLDER } = options;
  const { brand } = config;
  const icons = await drawIcons(brand);
  const strip = stripKey(config);
  for (const [folder, prefix] of [
    [webFolder, '/'],
    [consoleFolder, '/console/'],
  ] as const) {
    const worn = wornFiles(brand, icons, { folder, strip });
    await registerWebApp(app, { folder, prefix, headers, name: brand.name, worn });
  }
  return app;
}

/** Answers calls of the socket by the same handlers and counters as those of HTTP. */
export const callsOfSockets = (
  context: Exchange,
  options: AppOptions & Required<Pick<AppOptions, 'handlers' | 'rates'>>,
): SocketCalls =>
  new SocketCalls(
    options.handlers,
    catalogueServices(context, options.rates, options),
    context.log,
  );

/** What the app's strip says of test funds, by the key of its texts; the page shows it before anything is asked. */
function stripKey({ isDemo, isSandbox, feed }: Exchange['config']): string | undefined {
  if (isSandbox) return 'common.sandbox';
  return isDemo ? `common.demo.${feed.kind}` : undefined;
}

function createServer({ config, log }: Exchange): FastifyInstance {
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

const asCaller = (session: Session) =>
  ({
    kind: 'user',
    userId: session.userId,
    sessionId: session.sessionId,
    sessionKey: session.sessionKey,
  }) as const;

function catalogueServices(
  context: Exchange,
  rates: Rates,
  { checkData }: AppOptions,
): CatalogueServices {
  const { audit, config, metrics, operatorGate, operators, recoveries, sessions, subAccounts } =
    context;
  const intake = new FileIntake(context.files);
  const gate = new ApiGate({ ...context, rates });
  return {
    rates,
    findProgram: (signed, ip, asked) => gate.admit(signed, ip, asked),
    findCaller: (token, who) => {
      if (who === 'operator') return () => operators.find(token);
      // The credential is made by whoever runs the signer; without one its calls are closed.
      if (who === 'signer' || who === 'sweeper') {
        const { signerToken, sweeperToken = signerToken } = config.chains;
        const isTheirs = isSignerToken(token, who === 'signer' ? signerToken : sweeperToken);
        return isTheirs ? { kind: who } : async () => undefined;
      }
      if (who === 'recovery')
        return async () => {
          const found = await recoveries.caller(token);
          return (
            found && {
              kind: 'recovery',
              userId: found.userId,
              recoveryId: found.recoveryId,
            }
          );
        };
      const open = sessions.findOpen(token);
      if (open !== undefined) return asCaller(open);
      return async () => {
        const session = await sessions.find(token);
        return session && asCaller(session);
      };
    },
    isOwnSubAccount: (userId, subAccountId) => subAccounts.isOf(userId, subAccountId),
    findShared: (readerId, named) => context.accountShares.open(readerId, named),
    receive: (userId, work) => intake.receive(userId, work),
    ...(config.countryHeader !== undefined && { countryHeader: config.countryHeader }),
    // A gateway's operators take their turn where their calls are run.
    ...(config.role !== 'gateway' && {
      asOperator: (caller, work) => operatorGate.serve(caller, work),
    }),
    forbade: (caller, route, ip) => {
      const operatorId = caller.kind === 'operator' ? { operatorId: caller.operatorId } : {};
      audit.addLater({ ...operatorId, action: 'forbidden', subject: route, ip });
    },
    answered: (answer) => metrics.answered(answer),
    ...(checkData !== undefined && { checkData }),
  };
}
