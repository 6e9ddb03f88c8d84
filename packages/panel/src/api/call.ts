import type {
  PanelAnswer,
  PanelBody,
  PanelCall,
  PanelContract,
  PanelParams,
  PanelQuery,
} from '@retoma/server/panel-contract';
import { pageLocale } from '../ui/locale.tsx';
import { confirmIdentity, requestAfter } from './identity.ts';
import { isUnused } from './last-input.ts';
import { refusalIn, type RefusalText } from './refusal-in.ts';

/** The route of an endpoint: `GET /panel/api/me`. */
export type Route = { [Call in PanelCall]: RouteOf<Call> }[PanelCall];
type RouteOf<Call extends PanelCall> = `${PanelContract[Call]['method']} ${PanelContract[Call]['path']}`;
type CallAt<R extends Route> = { [Call in PanelCall]: R extends RouteOf<Call> ? Call : never }[PanelCall];

/** The response of an endpoint. */
export type ApiResponse<R extends Route> = PanelAnswer<CallAt<R>>;

type Needed<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : [keyof T] extends [never]
    ? Partial<Record<Name, T>>
    : Record<Name, T>;

/** The request of an endpoint: path parameters, query and JSON body. */
export type ApiRequest<R extends Route> = Needed<'params', PanelParams<CallAt<R>>> &
  Needed<'query', PanelQuery<CallAt<R>>> &
  Needed<'body', PanelBody<CallAt<R>>>;

/** The service refused the call. `message` is text for the user, in their language; `details`: what the caller needs to fix it. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, error: { code: string; message: string; details?: unknown }) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.details = error.details;
  }
}

/** The service failed on this request because of a defect in the service. */
export class Failed extends Error {
  /** Identifies this request in the service's log. */
  readonly requestId: string | undefined;

  constructor(requestId?: string) {
    super(text('failed'));
    this.requestId = requestId;
  }
}

/** The service did not respond: no network, or it is down. The request may be repeated. */
export class Unreachable extends Error {
  constructor(options?: ErrorOptions) {
    super(text('silent'), options);
  }
}

const texts = {
  'pt-BR': {
    silent: 'O servidor não respondeu. Confira a internet e tente de novo.',
    failed: 'Houve um erro interno no servidor. Tente de novo daqui a pouco.',
    refused: 'O servidor recusou o pedido.',
  },
  en: {
    silent: 'The server did not answer. Check your connection and try again.',
    failed: 'There was an internal error on the server. Try again in a moment.',
    refused: 'The server refused the request.',
  },
};

const text = (name: keyof (typeof texts)['en']): string => texts[pageLocale()][name];

type AnyRequest = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
};

/**
 * The address of an endpoint with its path parameters and query. Undefined members are left out. So is `search`, which may name a shopper
 * and is sent in a header (AUT12).
 */
function addressOf(path: string, { params = {}, query = {} }: AnyRequest): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && name !== 'search') search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Calls an endpoint and returns its response unless it is a refusal. Throws `Refused`, `Failed` and `Unreachable`. */
export async function send<R extends Route>(route: R, request: ApiRequest<R>, signal?: AbortSignal): Promise<Response> {
  const [method, path] = route.split(' ') as [string, string];
  const { body, query } = request as AnyRequest;
  const response = await fetch(addressOf(path, request as AnyRequest), {
    method,
    headers: {
      'x-retoma-panel': '1',
      'accept-language': document.documentElement.lang,
      ...(isUnused() && { 'x-retoma-background': '1' }),
      ...(query?.['search'] !== undefined && { 'x-retoma-search': encodeURIComponent(query['search']) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Unreachable({ cause: error });
  });
  if (response.ok) return response;
  const { status, headers } = response;
  const refusal = refusalIn(await response.json().catch(() => undefined));
  // A proxy responds with these statuses when the service is down.
  if (status === 502 || status === 503 || (status === 504 && !refusal)) throw new Unreachable();
  if (status >= 500 && (!refusal || refusal.code === 'INTERNAL_ERROR'))
    throw new Failed(headers.get('x-request-id') ?? undefined);
  if (refusal && (await isProved(refusal))) return send(route, request, signal);
  throw new Refused(status, refusal ?? { code: `HTTP_${status}`, message: text('refused') });
}

/** AUT2, AUT9: shows the dialog that asks who it is if the refusal requires it. True: the user confirmed, and the request can be repeated. */
async function isProved({ code, details }: RefusalText): Promise<boolean> {
  const request = requestAfter(code, details);
  return request !== undefined && confirmIdentity(request);
}

/**
 * Calls an endpoint of the contract. Throws `Refused`, `Failed` and `Unreachable`.
 *
 * @example
 * const { csv } = await call('GET /panel/api/stores/:storeId/runs/export', { params: { storeId }, query: filter });
 */
export async function call<R extends Route>(
  route: R,
  request: ApiRequest<R>,
  signal?: AbortSignal,
): Promise<ApiResponse<R>> {
  const response = await send(route, request, signal);
  const result = (await response.json().catch(() => undefined)) as ApiResponse<R> | undefined;
  if (!result) throw new Unreachable();
  return result;
}
