import { localized } from '@retoma/commerce';
import { apiUrl } from '../../../base/settings-form.ts';
import { postJson } from '../answer.ts';
import type { ConversionDestination, DestinationAccount } from '../destination.ts';
import { sampleConversion } from '../sample.ts';
import { verifiedBy } from '../verified.ts';
import { ga4Form, ga4Label } from './form.ts';
import { ga4Events, ga4Request } from './payload.ts';
import { ga4Sent, ga4Validated } from './response.ts';

const hour = 60 * 60_000;

/** Google Analytics 4: the Measurement Protocol (README.md). */
export const ga4: ConversionDestination = {
  label: ga4Label,
  sends: ga4Events,
  // 72 hours, with one left for the way.
  maxAgeMs: 71 * hour,
  deduplicates: ['purchase'],
  environment: {
    GA4_URL: apiUrl('https://www.google-analytics.com', 'Google Analytics'),
  },
  form: ga4Form,
  whereToFind: {
    text: localized(
      'No Google Analytics, abra Administrador → Fluxos de dados → o fluxo da loja: copie o ID da métrica e crie uma chave secreta em “Chaves secretas da API Measurement Protocol”.',
      'In Google Analytics, open Admin → Data streams → the stream of the store: copy the measurement id and create a secret in “Measurement Protocol API secrets”.',
    ),
    url: 'https://analytics.google.com/analytics/web/',
  },
  open({ callOut, settings, clock }) {
    const post = async (account: DestinationAccount, path: string, body: object, signal: AbortSignal) => {
      const credentials = ga4Form.credentials.safeParse(account.credentials).data;
      if (!credentials) return { outcome: 'answered', status: 401, body: undefined } as const;
      const query = new URLSearchParams({ measurement_id: idOf(account), api_secret: credentials.apiSecret });
      return postJson(callOut, { url: `${settings['GA4_URL']}${path}?${query.toString()}`, body, signal });
    };
    return {
      async send(account, conversion, signal) {
        const payload = ga4Request(conversion, idOf(account));
        if (!payload.ok) return { outcome: 'skipped', reason: payload.reason };
        return ga4Sent(await post(account, '/mp/collect', payload.body, signal), payload.disclosed);
      },
      verify(account, signal) {
        const payload = ga4Request(sampleConversion(clock()), idOf(account));
        return verifiedBy(payload, async (request) => {
          const body = { ...request, validation_behavior: 'ENFORCE_RECOMMENDATIONS' };
          return ga4Validated(await post(account, '/debug/mp/collect', body, signal));
        });
      },
    };
  },
};

const idOf = ({ settings }: DestinationAccount): string => ga4Form.settings.parse(settings).measurementId;
