import { useNavigate, useParams } from '@tanstack/react-router';
import { useApiMutation } from '../../api/query.ts';
import { notifyError } from '../feedback/notify.ts';
import { useMe } from '../use-store.ts';

/** TST1: the test mode of the viewed store. `isOffered`: the store has one, or the member may make it. */
type TestMode = { isOn: boolean; isOffered: boolean; isOpening: boolean; turn: (page?: 'keys') => void };

/** Turns the test mode of the viewed store on and off; it is a store of its own. `turn` opens its home page, or the page of its keys. */
export function useTestMode(): TestMode {
  const stores = useMe()?.stores ?? [];
  const { storeId } = useParams({ strict: false });
  const navigate = useNavigate();
  const store = stores.find((one) => one.storeId === storeId);
  const other = store?.testOf ?? stores.find(({ testOf }) => testOf === storeId)?.storeId;
  const make = useApiMutation('POST /panel/api/stores/:storeId/test-store', { onError: notifyError });
  const open = (id: string, page: 'keys' | undefined): void =>
    void (page === undefined
      ? navigate({ to: '/$storeId', params: { storeId: id } })
      : navigate({ to: '/$storeId/settings/$section', params: { storeId: id, section: page } }));
  return {
    isOn: store?.testOf != null,
    isOffered: store?.example === false && (other !== undefined || store.may.includes('editAutomations')),
    isOpening: make.isPending,
    turn: (page) => {
      if (other !== undefined) open(other, page);
      else make.mutate({}, { onSuccess: ({ testStoreId }) => open(testStoreId, page) });
    },
  };
}
