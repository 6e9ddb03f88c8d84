import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStore } from '../../../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../testing/browser.ts';
import { panelContract } from '../../../../panel-contract.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'dona@loja.example', 'owner');
  await newUser(service, 'edu@loja.example', 'editor');
});
afterAll(() => service.stop());

const signedIn = async (email: string): Promise<PanelBrowser> => {
  const browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email, password });
  return browser;
};

const ofStores = Object.entries(panelContract).filter(
  ([, { path, access }]) => path.includes(':storeId') && (access === 'changeSettings' || access === 'changeTeam'),
);

test.each(ofStores)('[AUT5] %s is only for owners of that store', async (_name, { method, path }) => {
  const { storeId: otherStore } = await createStore(service.context.db, 'Outra');
  const ask = (browser: PanelBrowser, storeId: string) => {
    const address = path.replace('/panel/api', '').replace(':storeId', storeId).replace(/:\w+/, 'x');
    return browser.code(method === 'GET' ? browser.get(address) : browser.send(method, address));
  };
  expect(await ask(await signedIn('edu@loja.example'), service.storeId)).toBe('NOT_ALLOWED');
  expect(await ask(await signedIn('dona@loja.example'), otherStore)).toBe('NOT_FOUND');
  expect(await ask(new PanelBrowser(service), service.storeId)).toBe('NOT_SIGNED_IN');
});

test('[AUT5] an owner of a store can create another, and owns it', async () => {
  const owner = await signedIn('dona@loja.example');
  const { body } = await owner.post('/stores', { name: 'Segunda loja' });
  const { body: me } = await owner.get('/me');
  expect(me['stores']).toContainEqual(expect.objectContaining({ storeId: body['storeId'], role: 'owner' }));
  const editor = await signedIn('edu@loja.example');
  expect(await editor.code(editor.post('/stores', { name: 'Terceira' }))).toBe('NOT_ALLOWED');
  expect(await owner.code(owner.post('/stores', { name: ' ' }))).toBe('INVALID_PAYLOAD');
});
