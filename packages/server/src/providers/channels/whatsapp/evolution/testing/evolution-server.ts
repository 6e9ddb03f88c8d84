import { pixel, startLocalGateway, type LocalGateway, type Protocol } from '../../../testing/local-gateway.ts';
import { account } from './account.ts';
import { problemOf } from './requests.ts';

const instance = encodeURIComponent(account.settings.instance);

const protocol: Protocol = {
  denied: ({ headers }) =>
    headers.apikey === account.credentials.apiKey
      ? null
      : { status: 401, json: { status: 401, error: 'Unauthorized', response: { message: 'Unauthorized' } } },
  trial({ method, path, query }, phone) {
    const { instance: name } = account.settings;
    if (method === 'DELETE' && path === `/instance/logout/${instance}`) {
      if (!phone.isPaired) return { status: 400, json: { response: { message: ['Connection Closed'] } } };
      phone.isPaired = false;
      return { status: 200, json: { status: 'SUCCESS', error: false, response: { message: 'Instance logged out' } } };
    }
    if (method !== 'GET') return null;
    if (path === `/instance/connectionState/${instance}`) {
      return { status: 200, json: { instance: { instanceName: name, state: phone.isPaired ? 'open' : 'connecting' } } };
    }
    if (path === `/instance/connect/${instance}`) {
      const isMade = phone.codes++ > 0;
      return { status: 200, json: isMade ? { pairingCode: null, code: '2@x', base64: pixel, count: 1 } : { count: 0 } };
    }
    if (path === '/instance/fetchInstances' && query.get('instanceName') === name) {
      return { status: 200, json: [{ name, ownerJid: '5511300000000@s.whatsapp.net', connectionStatus: 'open' }] };
    }
    return null;
  },
  problem({ method, path, json }) {
    const [, name = '', at] = /^\/message\/(\w+)\/(.+)$/.exec(path) ?? [];
    return method !== 'POST' || at !== instance ? 'no such method' : problemOf(name, json);
  },
  accepted: (id, { json }) => ({
    status: 201,
    json: { key: { remoteJid: `${String(json.number)}@s.whatsapp.net`, fromMe: true, id }, status: 'PENDING' },
  }),
  invalid: (error) => ({ status: 400, json: { status: 400, error: 'Bad Request', response: { message: [[error]] } } }),
  refused: {
    status: 400,
    json: {
      status: 400,
      error: 'Bad Request',
      response: { message: [{ jid: '5511987654321@s.whatsapp.net', exists: false, number: '5511987654321' }] },
    },
  },
  limited: { status: 429, json: { error: 'Too Many Requests' }, headers: { 'retry-after': '7' } },
  away: { status: 503, json: { error: 'Service Unavailable' } },
};

/** Starts a local server with Evolution API's protocol. */
export const startEvolution = (): Promise<LocalGateway> => startLocalGateway(protocol);
