// A local shop at Shopify: the page of consent, tokens, the GraphQL Admin API with its points, and webhooks (../README.md has the source of
// each rule).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PlacedOrder, PlatformServer, PlatformServerOptions } from '../../testing/platform-server.ts';
import { AppTokens } from './app-tokens.ts';
import { consentHtml, returnAddress } from './consent-page.ts';
import { actualCost, GraphqlError, parseOperation, requestedCost, select, type Operation } from './graphql.ts';
import { jsonText } from './json-text.ts';
import { Points } from './points.ts';
import { ShopData } from './shop-data.ts';
import { restOrder, type ShopOrder } from './shop-orders.ts';
import { WebhookSender, type Subscribed } from './webhook-sender.ts';

/** What a shop may be beside the usual. `versions`: of the API that Shopify supports, the oldest first. */
export type ShopOptions = { readonly host?: string; readonly versions?: readonly string[] };

/** The server, with what only tests of this platform use. */
export type ShopifyServer = PlatformServer & {
  readonly leaveCart: NonNullable<PlatformServer['leaveCart']>;
  readonly uninstall: NonNullable<PlatformServer['uninstall']>;
  readonly requestPrivacy: NonNullable<PlatformServer['requestPrivacy']>;
  readonly order: (id: string) => ShopOrder;
  readonly put: (order: ShopOrder) => void;
  readonly subscriptions: () => readonly Subscribed[];
  readonly rotateSecret: () => string;
};

/** The most points that one request may ask for. */
const mostCost = 1_000;

type ServedAnswer = {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Opens a shop on loopback. */
export async function openShopServer(options: PlatformServerOptions, more: ShopOptions = {}): Promise<ShopifyServer> {
  const shop = new Shop(options, more);
  await shop.listen();
  return shop;
}

class Shop implements ShopifyServer {
  readonly shop: string;
  readonly hosts: readonly string[];
  readonly #options: PlatformServerOptions;
  readonly #versions: readonly string[];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #data: ShopData;
  readonly #tokens: AppTokens;
  readonly #sender: WebhookSender;
  readonly #points: Points;
  readonly #answers: { status: number; headers?: Record<string, string> }[] = [];
  readonly #counts = { calls: 0, overRate: 0, refusedTokens: 0 };
  #now: number;
  #isDown = false;
  url = '';

  constructor(options: PlatformServerOptions, { host, versions }: ShopOptions) {
    this.#options = options;
    this.#now = options.now;
    this.#versions = versions ?? ['2026-01', '2026-04', '2026-07', '2026-10'];
    this.shop = host ?? 'aurora-modas.myshopify.com';
    this.hosts = [this.shop];
    this.#data = new ShopData(this.shop, this.now);
    this.#tokens = new AppTokens(options.app, this.now);
    this.#points = new Points(this.now, { most: 2_000, rate: 100 });
    this.#sender = new WebhookSender({
      shop: this.shop,
      now: this.now,
      secret: this.#tokens.signingSecret,
      version: this.#versions.at(-1)!,
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#sender.close();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  now = (): number => this.#now;
  counts = () => ({ ...this.#counts });
  order = (id: string): ShopOrder => this.#data.order(id);
  put = (order: ShopOrder): void => this.#data.put(order);
  subscriptions = (): readonly Subscribed[] => [...this.#sender.subscriptions.values()];
  activeWebhooks = (): number => this.#sender.subscriptions.size;
  endTokens = (how: 'expired' | 'revoked'): void => this.#tokens.end(how);
  rotateSecret = (): string => this.#tokens.rotateSecret();
  loseWebhooks = (isLost: boolean): void => void (this.#sender.isLost = isLost);
  answerNext = (...answers: readonly { status: number; headers?: Record<string, string> }[]): void =>
    void this.#answers.push(...answers);

  setDown = (isDown: boolean): void => {
    this.#isDown = isDown;
    this.#sender.isDown = isDown;
  };

  /** The keys of a new app of the owner, or the address alone. */
  formInput = (method: number): Record<string, string> =>
    method === 0 ? { shop: this.shop, ...this.#tokens.installOwn() } : { shop: this.shop };

  advance = async (ms: number): Promise<void> => {
    const end = this.#now + ms;
    for (let at = this.#sender.nextAt(); at <= end; at = this.#sender.nextAt()) {
      this.#now = Math.max(this.#now, at);
      await this.#sender.retry();
    }
    this.#now = end;
  };

  place = async (placed: PlacedOrder): Promise<string> => {
    const order = this.#data.place(placed);
    await this.#send(order, 'orders/create', 'orders/updated');
    return order.id;
  };

  pay = (id: string): Promise<void> =>
    this.#change(id, ['orders/paid', 'orders/updated'], (order) => {
      order.paidAt = this.#now;
      order.financialStatus = 'paid';
    });

  /** A payment that fails makes no order; one that never comes is voided by its gateway. */
  fail = (id: string): Promise<void> =>
    this.#change(id, ['orders/updated'], (order) => void (order.financialStatus = 'voided'));

  cancel = (id: string): Promise<void> =>
    this.#change(id, ['orders/cancelled', 'orders/updated'], (order) => {
      order.cancelledAt = this.#now;
      order.financialStatus = order.paidAt === null ? 'voided' : 'refunded';
      order.currentTotal = '0.00';
    });

  ship = (id: string, code: string): Promise<void> =>
    this.#change(id, ['fulfillments/create', 'orders/fulfilled', 'orders/updated'], (order) => {
      const tracking = [{ number: code, url: `https://rastreio.example/${code}` }];
      order.fulfillments = [
        ...order.fulfillments,
        { status: 'success', createdAt: this.#now, company: 'Correios', tracking },
      ];
    });

  leaveCart = (cart: Omit<PlacedOrder, 'cartToken' | 'method'>): Promise<string> =>
    Promise.resolve(this.#data.leaveCart(cart).token);

  /** Tokens and subscriptions end at once; the last webhook says so. */
  uninstall = async (): Promise<void> => {
    const body = jsonText({
      id: 548380009,
      name: 'Aurora Modas',
      domain: 'aurora.example',
      myshopify_domain: this.shop,
    });
    const sent = this.#sender.send(['app/uninstalled'], body);
    this.#tokens.end('revoked');
    await sent;
    this.#sender.subscriptions.clear();
  };

  requestPrivacy = async (kind: 'erase-person' | 'export-person' | 'erase-shop', email?: string): Promise<number> => {
    const shop = { shop_id: 954889, shop_domain: this.shop };
    const topic = {
      'erase-shop': 'shop/redact',
      'erase-person': 'customers/redact',
      'export-person': 'customers/data_request',
    }[kind];
    const about = { ...shop, customer: { id: 191167, email, phone: null }, orders_to_redact: [299938] };
    const body = jsonText(kind === 'erase-shop' ? shop : about);
    return this.#sender.post(this.#options.appAddress(), this.#sender.headers(topic), body);
  };

  async #change(id: string, topics: readonly string[], change: (order: ShopOrder) => void): Promise<void> {
    const order = this.order(id);
    change(order);
    order.updatedAt = this.#now;
    await this.#send(order, ...topics);
  }

  #send = (order: ShopOrder, ...topics: readonly string[]): Promise<void> =>
    this.#sender.send(topics, jsonText(restOrder(this.shop, order)));

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isDown) {
      request.socket.destroy();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const url = new URL(request.url ?? '/', this.url);
    if (url.pathname === '/admin/oauth/authorize' || url.pathname === '/admin/oauth/install') {
      this.#serveConsent(url, body, response);
      return;
    }
    const { status, json, headers } = this.#answer(request, url, body);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(json === undefined ? '' : jsonText(json));
  }

  #serveConsent(url: URL, body: string, response: ServerResponse): void {
    const { app, allowHttp } = this.#options;
    const isInstall = url.pathname.endsWith('/install');
    const query = isInstall ? new URLSearchParams(body) : url.searchParams;
    const page = consentHtml(query, app, allowHttp);
    if (page === null) {
      response.writeHead(400, { 'content-type': 'text/html' }).end('<p>Oauth error invalid_request</p>');
    } else if (isInstall) {
      const code = this.#tokens.agree(query.get('scope') ?? '');
      response.writeHead(302, { location: returnAddress(query, code, this.shop, app, this.#now) }).end();
    } else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  }

  #answer(request: IncomingMessage, url: URL, body: string): ServedAnswer {
    if (request.method !== 'POST') return { status: 404, json: { errors: 'Not Found' } };
    if (url.pathname === '/admin/oauth/access_token') return this.#tokens.grant(formOf(request, body));
    const [, version] = /^\/admin\/api\/(\d{4}-\d\d)\/graphql\.json$/.exec(url.pathname) ?? [];
    if (version === undefined) return { status: 404, json: { errors: 'Not Found' } };
    this.#counts.calls++;
    const scripted = this.#answers.shift();
    if (scripted) return { json: undefined, ...scripted };
    const scopes = this.#tokens.scopesOf(String(request.headers['x-shopify-access-token'] ?? ''));
    if (!scopes) {
      this.#counts.refusedTokens++;
      return {
        status: 401,
        json: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
      };
    }
    // A version that is not supported any more is answered by the oldest one.
    const answering = this.#versions.includes(version) ? version : this.#versions[0]!;
    return { status: 200, json: this.#graphql(body, scopes), headers: { 'x-shopify-api-version': answering } };
  }

  #graphql(body: string, scopes: readonly string[]): unknown {
    try {
      const { query, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
      return this.#execute(parseOperation(query, variables ?? {}), scopes);
    } catch (error) {
      if (!(error instanceof GraphqlError)) throw error;
      return { errors: [{ message: error.message, extensions: { code: 'undefinedField' } }] };
    }
  }

  #execute(operation: Operation, scopes: readonly string[]): unknown {
    const requested = requestedCost(operation);
    if (requested > mostCost) {
      const extensions = { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: mostCost };
      return { errors: [{ message: 'Query cost is too high', extensions }] };
    }
    if (this.#points.available() < requested) {
      this.#counts.overRate++;
      const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
      return { errors, extensions: { cost: this.#points.status(requested, null) } };
    }
    const data = select(this.#roots(scopes), operation.fields);
    const actual = actualCost(operation, data);
    this.#points.take(actual);
    return { data, extensions: { cost: this.#points.status(requested, actual) } };
  }

  #roots = (scopes: readonly string[]) => ({
    shop: { name: 'Aurora Modas', myshopifyDomain: this.shop, currencyCode: 'BRL' },
    currentAppInstallation: { accessScopes: scopes.map((handle) => ({ handle, description: handle })) },
    ...this.#data.lists(),
    webhookSubscriptions: ({ uri }: { uri?: string }) => ({
      nodes: this.subscriptions()
        .filter((one) => uri === undefined || one.uri === uri)
        .map(({ id, topic, uri: to }) => ({ id, topic, uri: to })),
    }),
    webhookSubscriptionCreate: ({
      topic,
      webhookSubscription,
    }: {
      topic: string;
      webhookSubscription: { uri: string };
    }) => this.#subscribe(topic, webhookSubscription.uri),
    webhookSubscriptionDelete: ({ id }: { id: string }) => ({
      deletedWebhookSubscriptionId: this.#sender.subscriptions.delete(id) ? id : null,
      userErrors: [],
    }),
  });

  #subscribe(topic: string, uri: string) {
    const refused = (message: string) => ({
      webhookSubscription: null,
      userErrors: [{ field: ['webhookSubscription', 'uri'], message }],
    });
    if (!uri.startsWith('https://') && !this.#options.allowHttp)
      return refused('Address protocol http:// is not supported');
    const made = this.#sender.subscribe(topic, uri);
    return made
      ? { webhookSubscription: { id: made.id }, userErrors: [] }
      : refused('Address for this topic has already been taken');
  }
}

/** The parameters of a request to the token endpoint, in either of its forms. */
function formOf({ headers }: IncomingMessage, body: string): Record<string, string> {
  const isJson = headers['content-type']?.includes('json') === true;
  return isJson ? (JSON.parse(body) as Record<string, string>) : Object.fromEntries(new URLSearchParams(body));
}
