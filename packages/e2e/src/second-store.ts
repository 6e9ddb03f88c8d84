import { demo, retoma } from './service.ts';

/** A store of the demo store's owner. */
export type SecondStore = {
  storeId: string;
  /** The address of a page of this store's panel. */
  url: (path: string) => string;
};

/** Creates a store that takes simulated payments by `methods`: for tests of what a whole store has, which those of the demo store would see. */
export function createSecondStore(name: string, methods: string): SecondStore {
  const { baseUrl, demo: first } = demo();
  const { storeId } = JSON.parse(retoma('store', 'create', '--name', name, '--json')) as { storeId: string };
  retoma('user', 'grant', '--email', first.user.email, '--store', storeId, '--role', 'owner');
  retoma('payment', 'set', '--store', storeId, '--provider', 'sandbox', '--methods', methods);
  return { storeId, url: (path) => `${baseUrl}/panel/${storeId}/${path}` };
}

/** Creates a key with which a site creates checkouts of a store. */
export function createCheckoutKey(storeId: string): string {
  const created = retoma('key', 'create', '--store', storeId, '--kind', 'checkout', '--json');
  return (JSON.parse(created) as { key: string }).key;
}
