import { redirect, type ParsedLocation } from '@tanstack/react-router';
import { call, Refused, type ApiResponse } from '../api/call.ts';
import { noteAccount } from '../api/identity.ts';
import { queryClient } from '../api/query.ts';

const lastStore = 'retoma-store';

type Going = { location: ParsedLocation; params: { storeId?: string } };

const fetchSession = (): Promise<ApiResponse<'GET /panel/api/me'>> =>
  queryClient.ensureQueryData({
    queryKey: ['GET /panel/api/me', {}],
    queryFn: ({ signal }) => call('GET /panel/api/me', {}, signal),
  });

/** Guards pages that need a session: redirects to the sign-in, which returns to the requested page. */
export async function requireSession({ location, params: { storeId } }: Going): Promise<void> {
  const me = await fetchSession().catch((error: unknown) => {
    if (error instanceof Refused && error.status === 401)
      throw redirect({ to: '/sign-in', search: { next: location.pathname + location.searchStr } });
    throw error;
  });
  noteAccount(me.user.email);
  if (storeId === undefined) return;
  // A user who does not work for the store is sent to `/`, which opens the last viewed store.
  if (!me.stores.some((store) => store.storeId === storeId)) throw redirect({ to: '/' });
  localStorage.setItem(lastStore, storeId);
}

/** The store that was viewed last, or else the first. */
export function lastViewedStore<Store extends { storeId: string }>(stores: readonly Store[]): Store | undefined {
  const last = localStorage.getItem(lastStore);
  return stores.find(({ storeId }) => storeId === last) ?? stores[0];
}

/** Redirects `/panel` to the store that was viewed last. */
export async function goToStore(): Promise<void> {
  const store = lastViewedStore((await fetchSession()).stores);
  if (store) throw redirect({ to: '/$storeId', params: { storeId: store.storeId } });
}
