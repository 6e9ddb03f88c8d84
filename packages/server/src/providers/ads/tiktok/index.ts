import { localized } from '@retoma/commerce';
import { apiUrl } from '../../../base/settings-form.ts';
import { postJson } from '../answer.ts';
import type { ConversionDestination, DestinationAccount } from '../destination.ts';
import { sampleConversion } from '../sample.ts';
import { verifiedBy } from '../verified.ts';
import { tiktokForm, tiktokLabel } from './form.ts';
import { tiktokEvent, tiktokEvents, type TiktokEvent } from './payload.ts';
import { tiktokSent } from './response.ts';

const day = 24 * 60 * 60_000;

/** TikTok: the Events API 2.0 (README.md). */
export const tiktok: ConversionDestination = {
  label: tiktokLabel,
  sends: tiktokEvents,
  // Its limit is not known: that of the strictest of the others that count purchases by person.
  maxAgeMs: 7 * day - 60 * 60_000,
  deduplicates: tiktokEvents,
  environment: {
    TIKTOK_EVENTS_URL: apiUrl('https://business-api.tiktok.com/open_api/v1.3', 'API of TikTok'),
  },
  form: tiktokForm,
  whereToFind: {
    text: localized(
      'No TikTok Ads Manager, abra Ferramentas → Eventos → o pixel da loja → Configurações, e gere um token de acesso em “Events API”.',
      'In TikTok Ads Manager, open Tools → Events → the pixel of the store → Settings, and generate an access token in “Events API”.',
    ),
    url: 'https://ads.tiktok.com/i18n/events_manager',
  },
  open({ callOut, settings, clock }) {
    const post = async (account: DestinationAccount, event: TiktokEvent, signal: AbortSignal, more: object = {}) => {
      const credentials = tiktokForm.credentials.safeParse(account.credentials).data;
      const { pixelId } = tiktokForm.settings.parse(account.settings);
      if (!credentials) return { outcome: 'answered', status: 401, body: undefined } as const;
      return postJson(callOut, {
        url: `${settings['TIKTOK_EVENTS_URL']}/event/track/`,
        headers: { 'access-token': credentials.accessToken },
        body: { event_source: 'web', event_source_id: pixelId, ...more, data: [event] },
        signal,
      });
    };
    return {
      async send(account, conversion, signal) {
        const payload = tiktokEvent(conversion);
        if (!payload.ok) return { outcome: 'skipped', reason: payload.reason };
        return tiktokSent(await post(account, payload.body, signal), payload.disclosed);
      },
      verify(account, signal) {
        const { testEventCode } = tiktokForm.settings.parse(account.settings);
        return verifiedBy(tiktokEvent(sampleConversion(clock())), async (event) =>
          tiktokSent(await post(account, event, signal, { test_event_code: testEventCode }), []),
        );
      },
    };
  },
};
