import { exampleSource, type ExampleKind, type MetatagItem, type ResolveMetatag } from '@retoma/flow';
import type { Database } from '../../base/postgres/pool.ts';
import { storeFind, type StoreRow } from '../../stores/queries/stores.ts';
import { payOrigin } from '../../base/links/store-url.ts';
import { storeFields } from './store.ts';

/** An example's values, and the IANA zone of its dates. */
export type StoreExample = { readonly source: ResolveMetatag; readonly timeZone: string };

/** The example of one store; undefined if there is no such store. `baseUrl`: public address without a trailing slash. */
export async function readStoreExample(
  { db, baseUrl }: { readonly db: Database; readonly baseUrl: string },
  storeId: string,
  kind: ExampleKind = 'complete',
): Promise<StoreExample | undefined> {
  const store = await storeFind(db, storeId);
  return store && { source: exampleOf(store, baseUrl, kind), timeZone: store.timeZone };
}

/**
 * The values of an example order at a real store: the catalogue's examples, with the store's name, logo and addresses, and with images that
 * exist. The long example keeps its long store name.
 */
function exampleOf(store: StoreRow, baseUrl: string, kind: ExampleKind): ResolveMetatag {
  const example = exampleSource(kind);
  const own: ReadonlyMap<string, unknown> = new Map(
    Object.entries(storeFields(store, baseUrl)).map(([field, value]) => [`store.${field}`, value]),
  );
  const images: ReadonlyMap<unknown, string> = new Map(
    ['camiseta', 'bone'].map((name) => [`https://cdn.loja.example/${name}.jpg`, `${baseUrl}/public/demo/${name}.svg`]),
  );
  const withImage = (item: MetatagItem): MetatagItem => ({ ...item, image: images.get(item.image) ?? '' });
  return (name) => {
    if (name === 'store.unsubscribe_url') return `${payOrigin(store, baseUrl)}/u/exemplo`;
    if (own.has(name) && !(kind === 'long' && name === 'store.name')) return own.get(name);
    const value = example(name);
    if (name === 'order.items' || name === 'cart.items') return (value as readonly MetatagItem[]).map(withImage);
    return images.get(value) ?? value;
  };
}
