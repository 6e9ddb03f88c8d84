import { localized } from '@retoma/commerce';
import { apiUrl } from '../../../base/settings-form.ts';
import { postJson } from '../answer.ts';
import type { ConversionDestination, DestinationAccount, Sent } from '../destination.ts';
import { sampleConversion } from '../sample.ts';
import { verifiedBy } from '../verified.ts';
import { metaForm, metaLabel } from './form.ts';
import { metaEvent, metaEvents, type MetaEvent } from './payload.ts';
import { metaSent } from './response.ts';

const day = 24 * 60 * 60_000;

/** Meta: the Conversions API (README.md). */
export const meta: ConversionDestination = {
  label: metaLabel,
  sends: metaEvents,
  // Seven days; an older event rejects the whole request. An hour is left for the way.
  maxAgeMs: 7 * day - 60 * 60_000,
  deduplicates: metaEvents,
  environment: {
    META_CONVERSIONS_URL: apiUrl('https://graph.facebook.com/v26.0', 'Graph API of Meta'),
  },
  form: metaForm,
  whereToFind: {
    text: localized(
      'No Gerenciador de Eventos da Meta, abra o conjunto de dados → Configurações → API de Conversões, e gere um token de acesso.',
      'In Meta’s Events Manager, open the data set → Settings → Conversions API, and generate an access token.',
    ),
    url: 'https://business.facebook.com/events_manager2',
  },
  open({ callOut, settings, clock }) {
    const post = async (account: DestinationAccount, event: MetaEvent, signal: AbortSignal, more: object = {}) => {
      const credentials = metaForm.credentials.safeParse(account.credentials).data;
      const { pixelId } = metaForm.settings.parse(account.settings);
      if (!credentials) return { outcome: 'answered', status: 401, body: undefined } as const;
      const body = { data: [event], ...more, access_token: credentials.accessToken };
      return postJson(callOut, { url: `${settings['META_CONVERSIONS_URL']}/${pixelId}/events`, body, signal });
    };
    return {
      async send(account, conversion, signal): Promise<Sent> {
        const payload = metaEvent(conversion);
        if (!payload.ok) return { outcome: 'skipped', reason: payload.reason };
        return metaSent(await post(account, payload.body, signal), payload.disclosed);
      },
      verify(account, signal) {
        const { testEventCode } = metaForm.settings.parse(account.settings);
        const payload = metaEvent(sampleConversion(clock()));
        return verifiedBy(payload, async (event) =>
          metaSent(await post(account, event, signal, { test_event_code: testEventCode }), []),
        );
      },
    };
  },
};
