import { localized } from '@retoma/commerce';
import { z } from 'zod';
import { apiUrl } from '../../../base/settings-form.ts';
import { callJson, malformed, quoteResult, refusedBy } from '../json-call.ts';
import type { FreightDefinition, FreightProviderDeps } from '../provider.ts';
import { expiryOf } from './expiry.ts';
import { correiosForm, type CorreiosSettings } from './form.ts';
import { readQuote } from './parse-quote.ts';
import { quoteBodies } from './quote-request.ts';

/** An answer that is not a list of services. */
const Complaint = z.object({ msgs: z.array(z.string().max(500)).max(20) });
const Token = z.object({ token: z.string().min(1).max(4_000), expiraEm: z.string().max(40) });

/** Correios: the store's own contract, over the CWS API (README.md). */
export const correios: FreightDefinition = {
  label: localized('Correios (contrato)', 'Correios (contract)'),
  environment: {
    CORREIOS_URL: apiUrl('https://api.correios.com.br', 'CWS API of Correios'),
  },
  form: correiosForm,
  whereToFind: {
    text: localized(
      'Precisa de contrato. No Correios Web Services (CWS), abra Gestão de acesso a APIs e gere o código de acesso.',
      'It needs a contract. In Correios Web Services (CWS), open Gestão de acesso a APIs and create the access code.',
    ),
    url: 'https://cws.correios.com.br',
  },
  open,
};

function open({ callOut, settings, clock }: FreightProviderDeps): ReturnType<FreightDefinition['open']> {
  const base = settings['CORREIOS_URL'] ?? '';
  return {
    async quote(account, session, request, signal) {
      if (!session) return { outcome: 'expired' };
      const { services } = account.settings as CorreiosSettings;
      const bodies = quoteBodies(request, services.split(','));
      const call = (path: string, body: object): ReturnType<typeof callJson> =>
        callJson(callOut, {
          method: 'POST',
          url: `${base}${path}`,
          headers: { authorization: `Bearer ${session.token}` },
          body,
          signal,
        });
      const [price, term] = await Promise.all([
        call('/preco/v1/nacional', bodies.price),
        call('/prazo/v1/nacional', bodies.term),
      ]);
      if (price.outcome !== 'answered') return price;
      if (price.status === 401) return { outcome: 'expired' };
      // The gateway may refuse a token that expired with 403, as it refuses what the contract lacks.
      if (price.status === 403) return { outcome: 'expired', reason: 'NOT_PERMITTED' };
      // The price is enough for an offer: without an answer about the term the days are unknown.
      const terms = term.outcome === 'answered' && term.status < 300 ? term.body : undefined;
      const { status, body } = price;
      return quoteResult(status, readQuote(body, terms), Complaint.safeParse(body).data?.msgs ?? []);
    },
    async renew(account, _session, signal) {
      const { user, card } = account.settings as CorreiosSettings;
      const basic = Buffer.from(`${user}:${String(account.credentials['accessCode'])}`).toString('base64');
      const response = await callJson(callOut, {
        method: 'POST',
        url: `${base}/token/v1/autentica/cartaopostagem`,
        headers: { authorization: `Basic ${basic}` },
        body: { numero: card },
        signal,
      });
      if (response.outcome !== 'answered') return response;
      const { status, body } = response;
      if (status === 400 || status === 401) return { outcome: 'refused', reason: 'ACCESS_TOKEN' };
      const token = Token.safeParse(body).data;
      const refusal = refusedBy(status);
      if (refusal || !token) return refusal ?? malformed;
      const session = {
        token: token.token,
        refreshToken: null,
        renewAt: null,
        expiresAt: expiryOf(token.expiraEm, clock()),
      };
      return { outcome: 'renewed', session };
    },
  };
}
