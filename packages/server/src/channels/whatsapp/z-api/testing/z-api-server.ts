import { missing, pixel, startLocalGateway, type LocalGateway, type Protocol } from '../../../testing/local-gateway.ts';
import { account } from './account.ts';

/** The required members of each method, from Z-API's documentation. */
const wanted: Readonly<Record<string, Parameters<typeof missing>[1]>> = {
  'send-text': { phone: 'string', message: 'string' },
  'send-image': { phone: 'string', image: 'string' },
  'send-video': { phone: 'string', video: 'string' },
  'send-audio': { phone: 'string', audio: 'string' },
  'send-document': { phone: 'string', document: 'string' },
  'send-link': {
    phone: 'string',
    message: 'string',
    image: 'string',
    linkUrl: 'string',
    title: 'string',
    linkDescription: 'string',
  },
  'send-button-actions': { phone: 'string', message: 'string', buttonActions: 'object' },
  'send-button-list': { phone: 'string', message: 'string', buttonList: 'object' },
  'send-button-otp': { phone: 'string', message: 'string', code: 'string' },
  'send-option-list': { phone: 'string', message: 'string', optionList: 'object' },
};

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
    const members = wanted[path.slice(base.length).split('/')[0]!];
    if (method !== 'POST' || !members) return 'no such method';
    return missing(json, members) ?? (/^\d{10,15}$/.test(String(json.phone)) ? null : 'phone must be digits');
  },
  accepted: (id) => ({ status: 200, json: { zaapId: `z${id}`, messageId: id, id } }),
  invalid: (error) => ({ status: 400, json: { error } }),
  refused: { status: 400, json: { error: 'Phone number does not exist' } },
  limited: { status: 429, json: { error: 'Too many requests' }, headers: { 'retry-after': '7' } },
  away: { status: 503, json: { error: 'Service Unavailable' } },
};

/** Starts a local server with Z-API's protocol. */
export const startZApi = (): Promise<LocalGateway> => startLocalGateway(protocol);
