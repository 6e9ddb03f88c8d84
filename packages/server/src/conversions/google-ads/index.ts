import { localized } from '@retoma/commerce';
import { apiUrl } from '../../platform/settings-form.ts';
import { postJson } from '../answer.ts';
import type { ConversionDestination, DestinationAccount, Sent } from '../destination.ts';
import { sampleConversion } from '../sample.ts';
import { verifiedBy } from '../verified.ts';
import { googleAdsForm, googleAdsLabel } from './form.ts';
import { clickConversion, googleAdsEvents, type ClickConversion } from './payload.ts';
import { googleAdsSent, googleAdsValidated } from './response.ts';
import { accessToken } from './token.ts';

const day = 24 * 60 * 60_000;

/** Google Ads: uploads of click conversions (README.md). */
export const googleAds: ConversionDestination = {
  label: googleAdsLabel,
  sends: googleAdsEvents,
  // Its limit depends on the conversion action; a purchase that was paid this long ago was retried for days.
  maxAgeMs: 30 * day,
  deduplicates: googleAdsEvents,
  environment: {
    GOOGLE_ADS_URL: apiUrl(
      'https://googleads.googleapis.com/v26',
      'address of the Google Ads API with its version, for conversions; another one for tests',
    ),
    GOOGLE_TOKEN_URL: apiUrl(
      'https://oauth2.googleapis.com/token',
      'address that issues access tokens of Google Ads; another one for tests',
    ),
  },
  form: googleAdsForm,
  whereToFind: {
    text: localized(
      'No Google Ads, a conta de administrador tem o developer token em Central de API; a ação de conversão fica em Metas. O cliente OAuth e o refresh token são criados no Google Cloud.',
      'In Google Ads, a manager account has the developer token in API Center; the conversion action is in Goals. The OAuth client and the refresh token are created in Google Cloud.',
    ),
    url: 'https://ads.google.com/aw/apicenter',
  },
  open({ callOut, settings, clock }) {
    const upload = async (
      account: DestinationAccount,
      conversion: ClickConversion,
      signal: AbortSignal,
      { validateOnly, disclosed }: { validateOnly: boolean; disclosed: readonly string[] },
    ): Promise<Sent> => {
      const { customerId, loginCustomerId } = googleAdsForm.settings.parse(account.settings);
      const credentials = googleAdsForm.credentials.safeParse(account.credentials).data;
      if (!credentials) return { outcome: 'refused', isBroken: true, status: null, code: 'CREDENTIALS', message: null };
      const granted = await accessToken(callOut, settings['GOOGLE_TOKEN_URL'] ?? '', credentials, signal);
      if (!granted.ok) return granted.sent;
      const response = await postJson(callOut, {
        url: `${settings['GOOGLE_ADS_URL']}/customers/${customerId}:uploadClickConversions`,
        headers: {
          authorization: `Bearer ${granted.token}`,
          'developer-token': credentials.developerToken,
          ...(loginCustomerId !== undefined && { 'login-customer-id': loginCustomerId }),
        },
        body: { conversions: [conversion], partialFailure: true, validateOnly },
        signal,
      });
      return googleAdsSent(response, { validateOnly, disclosed });
    };
    return {
      async send(account, conversion, signal) {
        const payload = clickConversion(conversion, actionOf(account));
        if (!payload.ok) return { outcome: 'skipped', reason: payload.reason };
        return upload(account, payload.body, signal, { validateOnly: false, disclosed: payload.disclosed });
      },
      verify(account, signal) {
        const payload = clickConversion(sampleConversion(clock()), actionOf(account));
        return verifiedBy(payload, async (body) =>
          googleAdsValidated(await upload(account, body, signal, { validateOnly: true, disclosed: [] })),
        );
      },
    };
  },
};

/** The resource's name of the conversion action. */
function actionOf({ settings }: DestinationAccount): string {
  const { customerId, conversionActionId } = googleAdsForm.settings.parse(settings);
  return `customers/${customerId}/conversionActions/${conversionActionId}`;
}
