import { useParams } from '@tanstack/react-router';
import type { ApiResponse } from '../api/call.ts';
import { useApiQuery } from '../api/query.ts';

/** Who is signed in, and the stores that they work for; undefined until it is known. */
export const useMe = (): ApiResponse<'GET /panel/api/me'> | undefined =>
  useApiQuery('GET /panel/api/me', {}, { staleTime: 60_000 }).data;

type Store = ApiResponse<'GET /panel/api/me'>['stores'][number];

/** The store of the page's address, and the member's permissions there. Only for pages of a store. */
export function useStore(): Store & { can: (permission: Store['may'][number]) => boolean } {
  const { storeId } = useParams({ strict: false });
  const store = useMe()?.stores.find((one) => one.storeId === storeId);
  if (!store) throw new Error('this page is not of a store');
  return { ...store, can: (permission) => store.may.includes(permission) };
}
