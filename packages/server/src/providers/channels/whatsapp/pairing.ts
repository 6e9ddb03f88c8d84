import { triedAs, type ProviderResponse } from '../provider-response.ts';
import { objectIn, textIn } from '../json.ts';
import type { Delivered, PairingState, ConnectionTest } from '../provider.ts';

/** Sends a request to a gateway. `path`: below the connection's base URL. */
export type Asking = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<ProviderResponse | ConnectionTest>;

/** How a gateway pairs and unpairs the store's phone; see `Pairing`. */
export type GatewayPairing<Settings> = {
  look(ask: Asking, settings: Settings): Promise<PairingState>;
  /** Unpairs the phone. */
  end(ask: Asking, settings: Settings): Promise<ConnectionTest>;
};

/** The upper limit of a QR code's size, in characters: the panel shows this picture of an untrusted server. */
const longestPicture = 200_000;

/** A QR code as a `data:` URL. Gateways send such a URL, or only the base64. Null: there is none yet, or it is not a PNG. */
export function pictureIn(value: unknown): string | null {
  const base64 = textIn(value).replace(/^data:image\/png;base64,/, '');
  if (base64.length > longestPicture || !/^iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  return `data:image/png;base64,${base64}`;
}

/** The phone in a gateway's id of it (`5511987654321:12@s.whatsapp.net`); null: the id contains none. */
export const phoneIn = (value: unknown): string | null => /^\d{8,15}(?=$|[:@])/.exec(textIn(value))?.[0] ?? null;

/** The state of a QR code that no phone has scanned yet. */
export const waiting = (picture: unknown): PairingState => ({ outcome: 'waiting', qr: pictureIn(picture) });

/**
 * The state after a QR code was requested. `picture`: of the response's body. A failure may have status 200 and an `error`; it is read like
 * a failure of the server, since its cause is unknown.
 */
export function started(
  answer: ProviderResponse | ConnectionTest,
  picture: (json: unknown) => unknown,
  read: (answer: ProviderResponse) => Delivered,
): PairingState {
  if ('outcome' in answer) return answer;
  const hasFailed = Boolean(objectIn(answer.json).error);
  if (answer.status === 200 && !hasFailed) return waiting(picture(answer.json));
  return triedAs(read(answer.status === 200 ? { ...answer, status: 500 } : answer), '');
}

/** The result of unpairing. A phone that is already disconnected counts as success. */
export function letGo(
  answer: ProviderResponse | ConnectionTest,
  account: string,
  read: (answer: ProviderResponse) => Delivered,
): ConnectionTest {
  if ('outcome' in answer) return answer;
  if (answer.status < 300) return { outcome: 'works', account };
  const tried = triedAs(read(answer), account);
  return tried.outcome === 'broken' && tried.reason === 'DISCONNECTED' ? { outcome: 'works', account } : tried;
}

/** A nested member of untrusted JSON; undefined: it is absent. */
export const memberAt = (json: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => objectIn(found)[name], json);
