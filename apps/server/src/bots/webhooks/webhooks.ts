/** Endpoints of users' webhooks (docs/internals/bots.md): adding one and changing anything of it is proved like a key. */
import { randomBytes } from 'node:crypto';
import {
  ProblemError,
  STEP_EVENTS,
  type StepEventName,
  WEBHOOK_SECRET_OVERLAP_HOURS,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookDelivery,
  type WebhookState,
} from '@fairlead/contract';
import { HOUR_MS } from '@fairlead/units';
import { type EngineName, PRODUCT_ENGINES, type ProductEngine } from '../../core/config/engines.ts';
import type { Secrets } from '../../core/operations/secrets.ts';
import { readLastNumber } from '../../core/steps/queries.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import type { Page, PageRequest } from '../../core/store/pages.ts';
import type { Say } from '../../core/texts/texts.ts';
import { lockOpenAccount } from '../../identity/users/index.ts';
import { readWebhookUrl, type WebhookRules } from './addresses.ts';
import { type DeliveryRow, deliveriesPage } from './delivery-queries.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  type OwnWebhook,
  replayWebhookFrom,
  updateWebhook,
  updateWebhookSecrets,
  type WebhookRow,
  webhooksOf,
} from './queries.ts';
import { newWebhookSecret } from './signature.ts';

/** As typed. */
export interface WebhookInput {
  readonly label: string;
  readonly url: string;
  readonly events: string;
}

interface KeptSecrets {
  readonly secret: string;
  /** The one before, and until when it signs too. */
  readonly before?: { readonly secret: string; readonly untilMs: number };
}

export interface WebhooksOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Pick<Secrets, 'keyId' | 'wrap' | 'unwrap'>;
  readonly rules: WebhookRules;
  /** The engines beside the home, which count steps of their own. */
  readonly products?: { of(name: ProductEngine): { readonly books: Queryable } } | undefined;
}

const NAME_BYTES = 9;
const sealPlace = (name: string): string => `webhook ${name}`;

export class Webhooks {
  readonly #options: WebhooksOptions;

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  list(userId: number): Promise<WebhookRow[]> {
    return webhooksOf(this.#options.database, userId);
  }

  /** `verifiedHash` is the password that was asked for. It is told of what every engine does from now on, so each must be there to say where that is. Throws `webhook_limit`, `password_wrong` and field errors. */
  async create(
    { userId, verifiedHash }: { readonly userId: number; readonly verifiedHash: string },
    input: WebhookInput,
    say: Say,
  ): Promise<{ readonly row: WebhookRow; readonly secret: string }> {
    const { database, clock, secrets } = this.#options;
    const terms = this.#read(input, say);
    const name = randomBytes(NAME_BYTES).toString('base64url');
    const secret = newWebhookSecret();
    const places = await this.#places();
    const row = await database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, userId, verifiedHash);
      if ((await webhooksOf(transaction, userId)).length >= WEBHOOKS_MAX)
        throw new ProblemError('webhook_limit');
      const sealedSecrets = this.#seal(name, { secret });
      const made = { userId, name, ...terms, places, sealedSecrets, keyId: secrets.keyId };
      return insertWebhook(transaction, { ...made, createdAtMs: clock.now() });
    });
    return { row, secret };
  }

  /** A password that was changed meanwhile has paused it. Throws `not_found`, `password_wrong` and field errors. */
  async edit(
    { verifiedHash, ...own }: OwnWebhook & { readonly verifiedHash: string },
    { paused, ...input }: WebhookInput & { readonly paused: boolean },
    say: Say,
  ): Promise<WebhookRow> {
    const { database, clock } = this.#options;
    const terms = { ...this.#read(input, say), pausedAtMs: paused ? clock.now() : undefined };
    return database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, own.userId, verifiedHash);
      return found(await updateWebhook(transaction, { ...own, ...terms }));
    });
  }

  /** Throws `not_found`. */
  async rotate(own: OwnWebhook): Promise<{ readonly row: WebhookRow; readonly secret: string }> {
    const { database, clock, secrets } = this.#options;
    const secret = newWebhookSecret();
    const row = await database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, own.userId);
      const kept = found(await findWebhook(transaction, own));
      const [before = ''] = this.secretsOf(kept);
      const untilMs = clock.now() + WEBHOOK_SECRET_OVERLAP_HOURS * HOUR_MS;
      const sealed = this.#seal(kept.name, { secret, before: { secret: before, untilMs } });
      await updateWebhookSecrets(transaction, kept, { secrets: sealed, keyId: secrets.keyId });
      return kept;
    });
    return { row, secret };
  }

  /** Throws `not_found`. */
  async remove(own: OwnWebhook): Promise<WebhookRow> {
    return found(await deleteWebhook(this.#options.database, own));
  }

  /** Throws `not_found`. */
  async deliveries(
    own: OwnWebhook,
    request: PageRequest,
  ): Promise<{ readonly row: WebhookRow; readonly page: Page<DeliveryRow> }> {
    const { database } = this.#options;
    const row = found(await findWebhook(database, own));
    return { row, page: await deliveriesPage(database, row.webhookId, request) };
  }

  /** Throws `not_found`, also for a number that lies ahead, and for a product without an engine. */
  async replay(
    own: OwnWebhook,
    {
      after,
      product: engine = 'spot',
    }: { readonly after: number; readonly product?: EngineName | undefined },
  ): Promise<WebhookRow> {
    const { database, products } = this.#options;
    if (engine !== 'spot' && products === undefined) throw new ProblemError('not_found');
    const books = engine === 'spot' ? database : products?.of(engine).books;
    if (books === undefined || after > (await readLastNumber(books)))
      throw new ProblemError('not_found');
    return found(
      await database.transaction((transaction) =>
        replayWebhookFrom(transaction, own, { engine, after }),
      ),
    );
  }

  /** What signs its messages now, the newest first. */
  secretsOf({ name, sealedSecrets }: Pick<WebhookRow, 'name' | 'sealedSecrets'>): string[] {
    const { clock, secrets } = this.#options;
    const text = Buffer.from(secrets.unwrap(sealedSecrets, sealPlace(name))).toString();
    const { secret, before } = JSON.parse(text) as KeptSecrets;
    return before !== undefined && clock.now() < before.untilMs
      ? [secret, before.secret]
      : [secret];
  }

  /** Where each engine beside the home is. */
  async #places(): Promise<WebhookRow['places']> {
    const { products } = this.#options;
    if (products === undefined) return {};
    const places = PRODUCT_ENGINES.map(
      async (name) => [name, await readLastNumber(products.of(name).books)] as const,
    );
    return Object.fromEntries(await Promise.all(places));
  }

  #seal(name: string, kept: KeptSecrets): Uint8Array {
    return this.#options.secrets.wrap(Buffer.from(JSON.stringify(kept)), sealPlace(name));
  }

  #read(
    { label, url: typed, events: names }: WebhookInput,
    say: Say,
  ): Pick<WebhookRow, 'label' | 'url' | 'events'> {
    const { rules } = this.#options;
    const url = readWebhookUrl(typed, rules);
    const key = rules.allowsHttp ? 'fields.webhook_url_demo' : 'fields.webhook_url';
    if (url === undefined) throw fieldProblem('url', say(key));
    const chosen = new Set(names.split(/[\s,]+/).filter((name) => name !== ''));
    const events = STEP_EVENTS.filter((event) => chosen.has(event));
    if (events.length === 0 || events.length < chosen.size)
      throw fieldProblem('events', say('fields.webhook_events', { names: STEP_EVENTS.join(', ') }));
    return { label: label.trim(), url: url.href, events };
  }
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ProblemError('not_found');
  return row;
}

const fieldProblem = (field: string, text: string): ProblemError =>
  new ProblemError('validation_failed', { fields: { [field]: text } });

function stateOf({ isDisabled, isPaused, failingSinceMs }: WebhookRow): WebhookState {
  if (isDisabled) return 'disabled';
  if (isPaused) return 'paused';
  return failingSinceMs === undefined ? 'active' : 'failing';
}

/** An endpoint as its owner sees it. */
export function webhookView(row: WebhookRow): Webhook {
  const state = stateOf(row);
  return {
    id: row.webhookId,
    label: row.label,
    url: row.url,
    events: [...row.events] as StepEventName[],
    state,
    created_at: row.createdAtMs,
    number: row.sentTo,
    ...(Object.keys(row.places).length > 0 && { numbers: { spot: row.sentTo, ...row.places } }),
    ...(row.failingSinceMs !== undefined && { failing_since: row.failingSinceMs }),
    ...(state === 'failing' && { next_try: row.nextTryMs }),
  };
}

/** The `webhook-id` of a message, the same at each try. */
export const messageIdOf = (
  { name }: Pick<WebhookRow, 'name'>,
  { deliveryId }: Pick<DeliveryRow, 'deliveryId'>,
): string => `msg_${name}_${deliveryId}`;

export function deliveryView(webhook: WebhookRow, row: DeliveryRow): WebhookDelivery {
  const { engine } = row;
  const sentTo = engine === 'spot' ? webhook.sentTo : (webhook.places[engine] ?? 0);
  const isPassed = row.to <= sentTo;
  const state = row.deliveredAtMs !== undefined ? 'delivered' : isPassed ? 'skipped' : 'waiting';
  return {
    id: messageIdOf(webhook, row),
    ...(engine !== 'spot' && { product: engine }),
    after: row.after,
    number: row.to,
    state,
    attempts: row.attempts,
    created_at: row.createdAtMs,
    ...(row.lastTryMs !== undefined && { last_try: row.lastTryMs }),
    ...(row.code !== undefined && { code: row.code }),
    ...(row.failure !== undefined && { failure: row.failure }),
    ...(row.deliveredAtMs !== undefined && { delivered_at: row.deliveredAtMs }),
  };
}
