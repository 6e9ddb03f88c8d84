import { pixel, startLocalGateway, type LocalGateway, type Protocol } from '../../../testing/local-gateway.ts';
import { account } from './account.ts';
import { problemOf } from './requests.ts';

const base = `/instances/${account.settings.instanceId}/token/${account.credentials.token}/`;

const protocol: Protocol = {
  denied({ path, headers }) {
    if (!path.startsWith(base)) return { status: 404, json: { error: 'Instance not found' } };
    if (headers['client-token'] === account.credentials.clientToken) return null;
    return { status: 403, json: { error: `Client-Token ${String(headers['client-token'])} not allowed` } };
  },
  trial({ method, path }, phone) {
    if (method !== 'GET') return null;
    const { isPaired: connected } = phone;
    switch (path.slice(base.length)) {
      case 'status':
        return { status: 200, json: { connected, smartphoneConnected: connected, session: connected } };
      case 'qr-code/image':
        phone.codes++;
        return { status: 200, json: connected ? { connected } : { value: pixel } };
      case 'device':
        return { status: 200, json: { phone: '5511300000000', name: 'Loja Aurora', isBusiness: true } };
      case 'disconnect':
        phone.isPaired = false;
        return { status: 200, json: { value: true } };
      default:
        return null;
    }
  },
  problem({ method, path, json }) {
    return method === 'POST' ? problemOf(path.slice(base.length).split('/')[0]!, json) : 'no such method';
  },
  accepted: (id) => ({ status: 200, json: { zaapId: `z${id}`, messageId: id, id } }),
  invalid: (error) => ({ status: 400, json: { error } }),
  refused: { status: 400, json: { error: 'Phone number does not exist' } },
  limited: { status: 429, json: { error: 'Too many requests' }, headers: { 'retry-after': '7' } },
  away: { status: 503, json: { error: 'Service Unavailable' } },
};

/** Starts a local server with Z-API's protocol. */
export const startZApi = (): Promise<LocalGateway> => startLocalGateway(protocol);
