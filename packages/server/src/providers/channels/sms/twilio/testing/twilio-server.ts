import { startLocalGateway, type LocalGateway, type Protocol } from '../../../testing/local-gateway.ts';
import { account } from './account.ts';

const { accountSid } = account.settings;
const base = `/2010-04-01/Accounts/${accountSid}`;
const right = `Basic ${Buffer.from(`${accountSid}:${account.credentials.authToken}`).toString('base64')}`;
const twilioError = (status: number, code: number, message: string): { status: number; json: object } => ({
  status,
  json: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

const protocol: Protocol = {
  denied: ({ headers }) => (headers.authorization === right ? null : twilioError(401, 20003, 'Authenticate')),
  trial: ({ method, path }) =>
    method === 'GET' && path === `${base}.json`
      ? { status: 200, json: { sid: accountSid, friendly_name: 'Loja Aurora', status: 'active' } }
      : null,
  problem({ method, path, headers, body }) {
    if (method !== 'POST' || path !== `${base}/Messages.json`) return 'no such method';
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return 'no form';
    const form = new URLSearchParams(body);
    if (!/^\+\d{8,15}$/.test(form.get('To') ?? '')) return 'To';
    return form.get('From') && form.get('Body') ? null : 'From and Body are required';
  },
  accepted: (sid) => ({ status: 201, json: { sid, status: 'queued', num_segments: '1', error_code: null } }),
  invalid: (problem) => twilioError(400, 21604, problem),
  refused: twilioError(400, 21614, "'To' number is not a valid mobile number"),
  limited: { ...twilioError(429, 20429, 'Too many requests'), headers: { 'retry-after': '7' } },
  away: twilioError(503, 20503, 'Service unavailable'),
};

/** Starts a local server with Twilio's protocol. */
export const startTwilio = (): Promise<LocalGateway> => startLocalGateway(protocol);
