import { useParams } from '@tanstack/react-router';
import type { ApiResponse } from '../api/call.ts';
import { useApiQuery } from '../api/query.ts';

/** The signed-in user and their stores; undefined until loaded. */
export const useMe = (): ApiResponse<'GET /panel/api/me'> | undefined =>
  useApiQuery('GET /panel/api/me', {}, { staleTime: 60_000 }).data;

type Store = ApiResponse<'GET /panel/api/me'>['stores'][number];

/** The store in the page's address, and the member's permissions in it. Throws on a page without a store. */
export function useStore(): Store & { can: (permission: Store['may'][number]) => boolean } {
  const { storeId } = useParams({ strict: false });
  const store = useMe()?.stores.find((one) => one.storeId === storeId);
  if (!store) throw new Error('this page is not of a store');
  return { ...store, can: (permission) => store.may.includes(permission) };
}
