import { pixel, startLocalGateway, type LocalGateway, type Protocol } from '../../../testing/local-gateway.ts';
import { account } from './account.ts';
import { problemOf } from './requests.ts';

const protocol: Protocol = {
  denied: ({ headers }) =>
    headers.token === account.credentials.token
      ? null
      : { status: 401, json: { code: 401, message: 'Invalid token.', data: {} } },
  trial({ method, path }, phone) {
    if (method === 'POST' && path === '/instance/connect') phone.codes++;
    else if (method === 'POST' && path === '/instance/disconnect') Object.assign(phone, { isPaired: false, codes: 0 });
    else if (method !== 'GET' || path !== '/instance/status') return null;
    const state = phone.isPaired ? 'connected' : phone.codes > 0 ? 'connecting' : 'disconnected';
    const there = { profileName: 'Loja Aurora', owner: '5511300000000' };
    return {
      status: 200,
      json: {
        instance: {
          status: state,
          name: 'loja',
          qrcode: state === 'connecting' ? pixel : '',
          ...(phone.isPaired && there),
        },
        status: { connected: phone.isPaired, loggedIn: phone.isPaired },
      },
    };
  },
  problem({ method, path, json }) {
    return method === 'POST' ? problemOf(path, json) : 'no such method';
  },
  accepted: (id, { json }) => ({
    status: 200,
    json: { id: `5511300000000:${id}`, messageid: id, fromMe: true, track_id: json.track_id, status: 'Pending' },
  }),
  invalid: (error) => ({ status: 400, json: { error } }),
  refused: { status: 500, json: { error: 'the number 5511987654321 is not on WhatsApp' } },
  limited: { status: 429, json: { error: 'Rate limit exceeded' }, headers: { 'retry-after': '7' } },
  away: { status: 503, json: { error: 'Service Unavailable' } },
};

/** Starts a local server with uazapi's protocol. */
export const startUazapi = (): Promise<LocalGateway> => startLocalGateway(protocol);
