import type {
  PanelAnswer,
  PanelBody,
  PanelCall,
  PanelContract,
  PanelParams,
  PanelQuery,
} from '@retoma/server/panel-contract';
import { refusalIn } from './refusal-in.ts';

/** An endpoint as it is called: `GET /panel/api/me`. */
export type Route = { [Call in PanelCall]: RouteOf<Call> }[PanelCall];
type RouteOf<Call extends PanelCall> = `${PanelContract[Call]['method']} ${PanelContract[Call]['path']}`;
type CallAt<R extends Route> = { [Call in PanelCall]: R extends RouteOf<Call> ? Call : never }[PanelCall];

/** What an endpoint answers. */
export type AnswerOf<R extends Route> = PanelAnswer<CallAt<R>>;

type Needed<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : [keyof T] extends [never]
    ? Partial<Record<Name, T>>
    : Record<Name, T>;

/** What an endpoint is asked: what stands in its path, behind its `?`, and its JSON body. */
export type AskOf<R extends Route> = Needed<'params', PanelParams<CallAt<R>>> &
  Needed<'query', PanelQuery<CallAt<R>>> &
  Needed<'body', PanelBody<CallAt<R>>>;

/** The service understood and said no. `message` is for a person, in their language; `details`: what they need to mend it. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  /** Names this request in the service's log. */
  readonly requestId: string | undefined;

  constructor(status: number, error: { code: string; message: string; details?: unknown }, requestId?: string) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.details = error.details;
    this.requestId = requestId;
  }
}

/** The service did not answer: no network, or it is away. Whatever was asked may be asked again. */
export class Unreachable extends Error {
  constructor(options?: ErrorOptions) {
    super(silence[document.documentElement.lang === 'en' ? 'en' : 'pt-BR'], options);
  }
}

const silence = {
  'pt-BR': 'O servidor não respondeu. Confira a internet e tente de novo.',
  en: 'The server did not answer. Check your connection and try again.',
};

type Plain = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
};

/** The address of an endpoint with what stands in its path and behind its `?`; members that are undefined are left out. */
function addressOf(path: string, { params = {}, query = {} }: Plain): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Asks an endpoint, and answers what came of it where that is no refusal. Throws `Refused` and `Unreachable`. */
export async function send<R extends Route>(route: R, ask: AskOf<R>, signal?: AbortSignal): Promise<Response> {
  const [method, path] = route.split(' ') as [string, string];
  const { body } = ask as Plain;
  const response = await fetch(addressOf(path, ask as Plain), {
    method,
    headers: {
      'x-retoma-panel': '1',
      'accept-language': document.documentElement.lang,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Unreachable({ cause: error });
  });
  if (response.ok) return response;
  const refusal = refusalIn(await response.json().catch(() => undefined));
  if (response.status === 502 || response.status === 503 || !refusal) throw new Unreachable();
  throw new Refused(response.status, refusal, response.headers.get('x-request-id') ?? undefined);
}

/** Calls an endpoint of the contract. Throws `Refused` and `Unreachable`. */
export async function call<R extends Route>(route: R, ask: AskOf<R>, signal?: AbortSignal): Promise<AnswerOf<R>> {
  const response = await send(route, ask, signal);
  const answer = (await response.json().catch(() => undefined)) as AnswerOf<R> | undefined;
  if (!answer) throw new Unreachable();
  return answer;
}
