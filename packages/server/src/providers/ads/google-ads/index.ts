import { localized } from '@retoma/commerce';
import { apiUrl } from '../../../base/settings-form.ts';
import { postJson } from '../answer.ts';
import type { ConversionDestination, DestinationAccount, Payload, Sent } from '../destination.ts';
import { sampleConversion } from '../sample.ts';
import { verifiedBy } from '../verified.ts';
import { googleAdsForm, googleAdsLabel } from './form.ts';
import { adsEvent, googleAdsEvents, ingestRequest, type AdsEvent } from './payload.ts';
import { googleAdsSent, refusesContacts } from './response.ts';
import { accessToken } from './token.ts';

const day = 24 * 60 * 60_000;

/** Google Ads: events of the Data Manager API (README.md). */
export const googleAds: ConversionDestination = {
  label: googleAdsLabel,
  sends: googleAdsEvents,
  // Its limit depends on the conversion action; a purchase that was paid this long ago was retried for days.
  maxAgeMs: 30 * day,
  deduplicates: googleAdsEvents,
  environment: {
    GOOGLE_DATA_MANAGER_URL: apiUrl('https://datamanager.googleapis.com/v1', 'Data Manager API of Google'),
    GOOGLE_TOKEN_URL: apiUrl('https://oauth2.googleapis.com/token', 'access tokens of Google Ads'),
  },
  form: googleAdsForm,
  whereToFind: {
    text: localized(
      'No Google Cloud, ative a Data Manager API e crie um cliente OAuth, em produção; com ele, entre como quem acessa a conta do Google Ads e gere um refresh token com o escopo datamanager. A ação de conversão fica no Google Ads, em Metas. Não precisa de developer token.',
      'In Google Cloud, enable the Data Manager API and create an OAuth client, in production; with it, sign in as someone with access to the Google Ads account and create a refresh token with the scope datamanager. The conversion action is in Google Ads, under Goals. No developer token is needed.',
    ),
    url: 'https://console.cloud.google.com/apis/library/datamanager.googleapis.com',
  },
  open({ callOut, settings, clock }) {
    const ingest = async (
      account: DestinationAccount,
      { body: event, disclosed }: SendablePayload,
      validateOnly: boolean,
      signal: AbortSignal,
    ): Promise<Sent> => {
      const credentials = googleAdsForm.credentials.safeParse(account.credentials).data;
      if (!credentials) return { outcome: 'refused', isBroken: true, status: null, code: 'CREDENTIALS', message: null };
      const granted = await accessToken(callOut, settings['GOOGLE_TOKEN_URL'] ?? '', credentials, signal);
      if (!granted.ok) return granted.sent;
      const post = (sent: AdsEvent): ReturnType<typeof postJson> =>
        postJson(callOut, {
          url: `${settings['GOOGLE_DATA_MANAGER_URL']}/events:ingest`,
          headers: { authorization: `Bearer ${granted.token}` },
          body: ingestRequest(sent, googleAdsForm.settings.parse(account.settings), validateOnly),
          signal,
        });
      const response = await post(event);
      const { userData, ...click } = event;
      if (userData === undefined || !refusesContacts(response))
        return googleAdsSent(response, { validateOnly, disclosed });
      const clickIds = Object.keys(click['adIdentifiers'] as object);
      return googleAdsSent(await post(click), { validateOnly, disclosed: clickIds });
    };
    return {
      async send(account, conversion, signal) {
        const payload = adsEvent(conversion);
        if (!payload.ok) return { outcome: 'skipped', reason: payload.reason };
        return ingest(account, payload, false, signal);
      },
      verify(account, signal) {
        const payload = adsEvent(sampleConversion(clock()));
        return verifiedBy(payload, (body) => ingest(account, { body, disclosed: [] }, true, signal));
      },
    };
  },
};

type SendablePayload = Pick<Extract<Payload<AdsEvent>, { ok: true }>, 'body' | 'disclosed'>;
