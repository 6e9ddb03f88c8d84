import { PlatformFailure, type ConnectMethod, type ConnectRefusal } from '../connector.ts';
import { listAt, readJson, valueAt } from '../read-json.ts';
import { requestTo } from './call.ts';
import { aliasField, secretField, tokenField } from './form.ts';

const refuse = (code: ConnectRefusal['code'], field?: string): ConnectRefusal => ({
  ok: false,
  code,
  ...(field !== undefined && { field }),
});

/** CON11: the owner pastes the keys of a user. They are tried with orders and webhooks before they are kept. */
export const methods: readonly ConnectMethod[] = [
  {
    kind: 'keys',
    label: { 'pt-BR': 'Colar credenciais da API', en: 'Paste API credentials' },
    needsApp: false,
    fields: [aliasField, tokenField, secretField],
    complete: async (input, { call }) => {
      const shop = input['alias']?.trim().toLowerCase() ?? '';
      const credentials = { token: input['token']?.trim() ?? '', secret: input['secret']?.trim() ?? '' };
      if (!isAlias(shop)) return refuse('WRONG_ADDRESS', 'alias');
      if (!isKey(credentials.token)) return refuse('WRONG_KEYS', 'token');
      if (!isKey(credentials.secret)) return refuse('WRONG_KEYS', 'secret');
      try {
        for (const path of ['/orders', '/webhooks']) {
          const { body } = await call(requestTo({ shop, credentials }, 'GET', path, { query: { limit: '1' } }));
          if (!Array.isArray(valueAt(readJson(body), 'data'))) return refuse('NOT_THE_PLATFORM', 'alias');
        }
      } catch (error) {
        if (!(error instanceof PlatformFailure)) throw error;
        return refuse(error.kind === 'revoked' ? 'WRONG_KEYS' : 'UNREACHABLE');
      }
      return { ok: true, shop, name: shop, credentials };
    },
  },
];

const isAlias = (text: string): boolean => /^[a-z0-9][a-z0-9-]{1,60}$/.test(text);
const isKey = (text: string): boolean => /^[\x21-\x7e]{8,200}$/.test(text);

/** The elements of a list of the API. Throws if the response is no list. */
export function readData(body: Uint8Array): readonly unknown[] {
  const json = readJson(body);
  if (!Array.isArray(valueAt(json, 'data'))) throw new PlatformFailure('unreadable', 'no list of data');
  return listAt(json, 'data');
}
