import { triedAs, type ProviderResponse } from '../provider-response.ts';
import { objectIn, textIn } from '../json.ts';
import type { Delivered, PairingState, ConnectionTest } from '../provider.ts';

/** Asks a gateway: the method's place below the connection's address, or a whole one. */
export type Asking = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<ProviderResponse | ConnectionTest>;

/** What a gateway does to lend itself a phone. */
export type GatewayPairing<Settings> = {
  look(ask: Asking, settings: Settings): Promise<PairingState>;
  /** Lets the phone go. */
  end(ask: Asking, settings: Settings): Promise<ConnectionTest>;
};

/** More than any QR code is; an answer of a stranger's server is on a page of ours. */
const longestPicture = 200_000;

/**
 * The picture of a QR code as a `data:` address: gateways send it as one, or as the base64 alone. Null where there is none yet, or
 * where what came is no PNG.
 */
export function pictureIn(value: unknown): string | null {
  const base64 = textIn(value).replace(/^data:image\/png;base64,/, '');
  if (base64.length > longestPicture || !/^iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  return `data:image/png;base64,${base64}`;
}

/** The phone within what a gateway calls it (`5511987654321:12@s.whatsapp.net`); null where there is none. */
export const phoneIn = (value: unknown): string | null => /^\d{8,15}(?=$|[:@])/.exec(textIn(value))?.[0] ?? null;

/** A QR code that waits for its phone. */
export const waiting = (picture: unknown): PairingState => ({ outcome: 'waiting', qr: pictureIn(picture) });

/** What came of letting a phone go; one that was gone already is gone. */
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

/** A member of a member, of untrusted JSON. */
export const memberAt = (json: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => objectIn(found)[name], json);
