// The token endpoint of the local shop: three grants (../README.md).
import { randomBytes } from 'node:crypto';
import type { PlatformApp } from '../../connector.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A response of the endpoint. */
type GrantAnswer = { readonly status: number; readonly json: unknown };

type Refresh = { readonly endsAt: number; successor: string | null; firstUsedAt: number | null };

const deniedGrant = (error: string): GrantAnswer => ({
  status: 400,
  json: { error, error_description: 'as Shopify words it' },
});

/** The tokens of a shop. `own`: the app that the owner made; `partner`: the installation's. */
export class AppTokens {
  readonly #now: () => number;
  readonly #partner: PlatformApp;
  readonly #access = new Map<string, { readonly scope: string; endsAt: number }>();
  readonly #refresh = new Map<string, Refresh>();
  readonly #codes = new Map<string, string>();
  #secrets = new Map<string, string>();
  #signing: { readonly secret: string; readonly old: string | null; readonly oldUntil: number };

  constructor(partner: PlatformApp, now: () => number) {
    this.#partner = partner;
    this.#now = now;
    this.#secrets.set(partner.id, partner.secret);
    this.#signing = { secret: partner.secret, old: null, oldUntil: 0 };
  }

  /** Installs an app that the owner made; returns its keys. */
  installOwn(): { readonly clientId: string; readonly clientSecret: string } {
    const [clientId, clientSecret] = [randomBytes(16).toString('hex'), `shpss_${randomBytes(16).toString('hex')}`];
    this.#secrets.set(clientId, clientSecret);
    return { clientId, clientSecret };
  }

  /** The owner agrees that the installation's app does what it asks for; returns the code. */
  agree(scope: string): string {
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, scope);
    return code;
  }

  /** A new secret of the app that was granted last. The old one signs for an hour more. */
  rotateSecret(): string {
    const secret = `shpss_${randomBytes(16).toString('hex')}`;
    const [clientId] = [...this.#secrets].find(([, known]) => known === this.#signing.secret) ?? [];
    if (clientId !== undefined) this.#secrets.set(clientId, secret);
    this.#signing = { secret, old: this.#signing.secret, oldUntil: this.#now() + hour };
    return secret;
  }

  /** The secret that signs webhooks now. */
  signingSecret = (): string => {
    const { secret, old, oldUntil } = this.#signing;
    return old !== null && this.#now() < oldUntil ? old : secret;
  };

  /** The scopes of a living token; null: it is none. */
  scopesOf(token: string): string[] | null {
    const known = this.#access.get(token);
    return known && this.#now() < known.endsAt ? known.scope.split(',') : null;
  }

  /** Ends all tokens; `revoked` ends the apps too, as an uninstallation does. */
  end(how: 'expired' | 'revoked'): void {
    this.#access.clear();
    if (how === 'expired') return;
    this.#refresh.clear();
    this.#secrets = new Map([[this.#partner.id, this.#partner.secret]]);
  }

  grant(form: Readonly<Record<string, string | undefined>>): GrantAnswer {
    const { client_id: id = '', client_secret: secret = '', grant_type: type, code } = form;
    if (secret === '' || this.#secrets.get(id) !== secret) return deniedGrant('invalid_client');
    const granted = this.#granted(type, id, code, form);
    if ('status' in granted) return granted;
    if (this.#signing.secret !== secret) this.#signing = { secret, old: null, oldUntil: 0 };
    return { status: 200, json: granted };
  }

  #granted(
    type: string | undefined,
    id: string,
    code: string | undefined,
    form: Readonly<Record<string, string | undefined>>,
  ): object | GrantAnswer {
    if (type === 'client_credentials') {
      // Only for an app of the shop's own organisation.
      if (id === this.#partner.id) return deniedGrant('shop_not_permitted');
      return this.#accessToken('read_orders,read_customers', day - 1_000);
    }
    if (type === 'refresh_token') return this.#refreshed(form['refresh_token'] ?? '');
    const scope = code === undefined ? undefined : this.#codes.get(code);
    if (code === undefined || scope === undefined) return deniedGrant('invalid_request');
    this.#codes.delete(code);
    if (form['expiring'] !== '1') return this.#accessToken(scope, Infinity);
    return { ...this.#accessToken(scope, hour), ...this.#refreshToken() };
  }

  /** The last one stays good until its successor is used, at most 30 days. */
  #refreshed(token: string): object | GrantAnswer {
    const known = this.#refresh.get(token);
    const isLate = known?.firstUsedAt != null && this.#now() >= known.firstUsedAt + 30 * day;
    if (!known || isLate || this.#now() >= known.endsAt) return deniedGrant('invalid_grant');
    for (const [before, { successor }] of this.#refresh) if (successor === token) this.#refresh.delete(before);
    known.firstUsedAt ??= this.#now();
    const next = this.#refreshToken();
    known.successor = next.refresh_token;
    return { ...this.#accessToken('read_orders,read_customers', hour), ...next };
  }

  #refreshToken() {
    const token = `shprt_${randomBytes(16).toString('hex')}`;
    this.#refresh.set(token, { endsAt: this.#now() + 90 * day, successor: null, firstUsedAt: null });
    return { refresh_token: token, refresh_token_expires_in: (90 * day) / 1_000 };
  }

  #accessToken(scope: string, lifeMs: number) {
    const token = `shpat_${randomBytes(16).toString('hex')}`;
    this.#access.set(token, { scope, endsAt: this.#now() + lifeMs });
    return { access_token: token, scope, ...(lifeMs < Infinity && { expires_in: Math.floor(lifeMs / 1_000) }) };
  }
}
