import { decimalMoney, localized } from '@retoma/commerce';
import { z } from 'zod';
import { apiUrl } from '../../../base/settings-form.ts';
import { kilogramsOf } from '../decimals.ts';
import { callJson, malformed, quoteResult, refusedBy } from '../json-call.ts';
import type {
  FreightAccount,
  FreightDefinition,
  FreightProblem,
  FreightProviderDeps,
  FreightSession,
  QuoteRequest,
  SessionResult,
} from '../provider.ts';
import { melhorEnvioForm, type MelhorEnvioSettings } from './form.ts';
import { readQuote } from './parse-quote.ts';

const day = 24 * 60 * 60_000;

/** An access token lives for 30 days. Its refresh token dies after 45, so it is used on day 20 even if no one buys. */
const [tokenDays, renewDay] = [30, 20];

/** Melhor Envio: the carriers of the owner's account there (README.md). */
export const melhorEnvio: FreightDefinition = {
  label: localized('Melhor Envio', 'Melhor Envio'),
  environment: {
    MELHOR_ENVIO_URL: apiUrl('https://melhorenvio.com.br', 'API of Melhor Envio'),
    MELHOR_ENVIO_SANDBOX_URL: apiUrl('https://sandbox.melhorenvio.com.br', 'its sandbox'),
  },
  form: melhorEnvioForm,
  whereToFind: {
    text: localized(
      'No Melhor Envio, abra Integrações → Permissões de acesso, gere um token com a permissão de cotar fretes e cole-o aqui.',
      'At Melhor Envio, open Integrações → Permissões de acesso, create a token that may quote freight, and paste it here.',
    ),
    url: 'https://melhorenvio.com.br/painel/gerenciar/tokens',
  },
  firstSession({ credentials }, now) {
    const read = melhorEnvioForm.credentials.safeParse(credentials).data;
    return read && sessionOf({ access_token: read.accessToken, refresh_token: read.refreshToken }, now);
  },
  open,
};

/** A pasted token without a refresh token may live longer than 30 days: it is used until Melhor Envio refuses it. */
function sessionOf(
  { access_token: token, refresh_token: refresh, expires_in: seconds = tokenDays * 86_400 }: z.output<typeof Tokens>,
  now: number,
): FreightSession {
  const refreshToken = refresh ?? null;
  const renewAt = refreshToken === null ? null : now + renewDay * day;
  return {
    token,
    refreshToken,
    renewAt,
    expiresAt: refreshToken === null ? Number.MAX_SAFE_INTEGER : now + seconds * 1_000,
  };
}

/** An answer of 422: the members of the request that are wrong, such as `to.postal_code`. */
const Invalid = z.object({ errors: z.record(z.string(), z.unknown()) });

const Tokens = z.object({
  access_token: z.string().min(1).max(4_000),
  refresh_token: z.string().max(4_000).optional(),
  expires_in: z.number().positive().optional(),
});

function open({ callOut, settings, clock }: FreightProviderDeps): ReturnType<FreightDefinition['open']> {
  const frameOf = (account: FreightAccount): { url: string; headers: Record<string, string> } => {
    const { environment, contact } = account.settings as MelhorEnvioSettings;
    const url = settings[environment === 'test' ? 'MELHOR_ENVIO_SANDBOX_URL' : 'MELHOR_ENVIO_URL'] ?? '';
    return { url, headers: { 'user-agent': `Retoma (${contact})` } };
  };
  return {
    async quote(account, session, request, signal) {
      if (!session) return { outcome: 'expired' };
      const { url, headers } = frameOf(account);
      const response = await callJson(callOut, {
        method: 'POST',
        url: `${url}/api/v2/me/shipment/calculate`,
        headers: { ...headers, authorization: `Bearer ${session.token}` },
        body: requestBody(request, account.settings as MelhorEnvioSettings),
        signal,
      });
      if (response.outcome !== 'answered') return response;
      const { status, body } = response;
      if (status === 401) return { outcome: 'expired' };
      return quoteResult(status, readQuote(body), Object.keys(Invalid.safeParse(body).data?.errors ?? {}));
    },
    async renew(account, session, signal): Promise<SessionResult> {
      const read = melhorEnvioForm.credentials.safeParse(account.credentials).data;
      const { clientId, clientSecret } = read ?? {};
      if (!session?.refreshToken || !clientId || !clientSecret) return { outcome: 'refused', reason: 'ACCESS_TOKEN' };
      const { url, headers } = frameOf(account);
      const body = {
        grant_type: 'refresh_token',
        refresh_token: session.refreshToken,
        client_id: clientId,
        client_secret: clientSecret,
      };
      const response = await callJson(callOut, { method: 'POST', url: `${url}/oauth/token`, headers, body, signal });
      return response.outcome === 'answered' ? renewed(response.status, response.body, clock()) : response;
    },
  };
}

/** The tokens of a response; without a refresh token among them the earlier one would not live on, so that is malformed. */
function renewed(status: number, body: unknown, now: number): SessionResult {
  if (status === 400 || status === 401) return { outcome: 'refused', reason: 'ACCESS_TOKEN' } satisfies FreightProblem;
  const refusal = refusedBy(status);
  if (refusal) return refusal;
  const tokens = Tokens.safeParse(body).data;
  return tokens?.refresh_token ? { outcome: 'renewed', session: sessionOf(tokens, now) } : malformed;
}

/** Centimetres, kilograms, and reais with two decimals; the values of one unit of each product. */
const requestBody = ({ from, to, parcel }: QuoteRequest, { services }: MelhorEnvioSettings): object => ({
  from: { postal_code: from },
  to: { postal_code: to },
  products: parcel.lines.map(({ width, height, length, weight, price, quantity }, index) => ({
    id: String(index + 1),
    width,
    height,
    length,
    weight: kilogramsOf(weight),
    insurance_value: Number(decimalMoney(price)),
    quantity,
  })),
  ...(services && { services }),
});
