import { z } from 'zod';
import { answerText, responded } from '../answer.ts';
import type { Sent } from '../destination.ts';
import type { CallOut } from '../../../base/net/http-client.ts';
import type { googleAdsForm } from './form.ts';

const Granted = z.object({ access_token: z.string().min(1) });
const Refused = z.object({ error: z.string(), error_description: z.string().optional() });

/** An access token for one call, or the result of a send that cannot begin. */
export type Token = { readonly ok: true; readonly token: string } | { readonly ok: false; readonly sent: Sent };

/**
 * Gets an access token with the refresh token. Nothing is sent before it, so an outcome that is uncertain here is `later`. `url`: of the
 * token endpoint.
 */
export async function accessToken(
  callOut: CallOut,
  url: string,
  { clientId, clientSecret, refreshToken }: z.output<typeof googleAdsForm.credentials>,
  signal: AbortSignal,
): Promise<Token> {
  const parameters = { client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken };
  const response = responded(
    await callOut({
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...parameters, grant_type: 'refresh_token' }).toString(),
      signal,
      limits: { timeoutMs: 10_000, answerBytes: 64 * 1024 },
    }),
  );
  if (response.outcome !== 'answered') return { ok: false, sent: { ...response, outcome: 'later' } };
  const { status, body } = response;
  const token = status === 200 ? Granted.safeParse(body).data?.access_token : undefined;
  if (token !== undefined) return { ok: true, token };
  const refused = Refused.safeParse(body).data;
  const answer = answerText(status, refused?.error ?? null, refused?.error_description);
  return { ok: false, sent: { outcome: 'refused', isBroken: true, ...answer } };
}
