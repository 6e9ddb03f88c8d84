import { auditAs } from '../../../../members/audit/audit-log.ts';
import { createUser } from '../../../../members/create-user.ts';
import { grantMembership } from '../../../../members/memberships.ts';
import type { Role } from '../../../../http/roles.ts';
import type { TestService } from '../../../../testing/test-service.ts';

/** The password of every user that `newUser` makes. */
export const password = 'uma senha comprida';

/** The response to a call. */
export type Answered = { status: number; body: Record<string, unknown>; headers: Headers };

/** A browser with the panel open. It keeps its cookies and sends its address as X-Forwarded-For. */
export class PanelBrowser {
  readonly #service: TestService;
  /** The session cookie. */
  cookie: string | undefined;
  /** AUT3: the cookie of a known browser. */
  known: string | undefined;
  address: string | undefined;

  constructor(service: TestService) {
    this.#service = service;
  }

  /** Sends a POST. A header of `undefined` removes the panel's own header. */
  post(path: string, body: unknown = {}, headers: Record<string, string | undefined> = {}): Promise<Answered> {
    return this.send('POST', path, body, headers);
  }

  /** Sends a request that changes something. */
  send(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: unknown = {},
    headers: Record<string, string | undefined> = {},
  ): Promise<Answered> {
    const all = {
      'content-type': 'application/json',
      'x-retoma-panel': '1',
      origin: new URL(this.#service.context.baseUrl).origin,
      cookie: this.#cookies(),
      'x-forwarded-for': this.address,
      ...headers,
    };
    return this.#call(path, { method, headers: headersOf(all), body: JSON.stringify(body) });
  }

  /** Reauthenticates: after 30 minutes without use the session is locked. */
  unlock(): Promise<Answered> {
    return this.post('/reauthenticate', { password });
  }

  /** Sends a GET. `search` in the query is sent as a header, as by the panel (AUT12). */
  get(path: string): Promise<Answered> {
    const [address = '', query = ''] = path.split('?');
    const { search, ...rest } = Object.fromEntries(new URLSearchParams(query));
    const left = `${new URLSearchParams(rest)}`;
    const headers = headersOf({ cookie: this.#cookies(), 'x-retoma-search': search && encodeURIComponent(search) });
    return this.#call(left ? `${address}?${left}` : address, { headers });
  }

  /** Sends a GET with the unchanged path. */
  getExactly(path: string): Promise<Answered> {
    return this.#call(path, { headers: headersOf({ cookie: this.#cookies() }) });
  }

  /** The code of a refusal; the status of any other response. */
  async code(call: Promise<Answered>): Promise<unknown> {
    const { body, status } = await call;
    return body['success'] === true ? status : (body['error'] as { code: string }).code;
  }

  #cookies(): string | undefined {
    const cookies = [this.cookie, this.known].filter((cookie) => cookie !== undefined);
    return cookies.length > 0 ? cookies.join('; ') : undefined;
  }

  async #call(path: string, init: RequestInit): Promise<Answered> {
    const answer = await fetch(`${this.#service.baseUrl}/panel/api${path}`, init);
    for (const header of answer.headers.getSetCookie()) {
      const cookie = header.split(';')[0]!;
      if (cookie.includes('-browser=')) this.known = cookie;
      else this.cookie = cookie.endsWith('=') ? undefined : cookie;
    }
    return {
      status: answer.status,
      body: (await answer.json()) as Record<string, unknown>,
      headers: answer.headers,
    };
  }
}

const headersOf = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Creates a user with the password of tests; with `role`, a member of the service's store. Returns the id. */
export async function newUser({ context, storeId }: TestService, email: string, role?: Role): Promise<string> {
  const user = await createUser(context.usersDb, email, password);
  if (role) await grantMembership(context, { storeId, email }, role, auditAs({ userId: null, clock: context.clock }));
  return user!.userId;
}
