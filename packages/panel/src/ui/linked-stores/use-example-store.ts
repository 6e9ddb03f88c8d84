import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/query.ts';
import { notifyError } from '../feedback/notify.ts';
import { useMe } from '../use-store.ts';

/** AUT15: the example data of the user. `isOffered`: they may have it and do not yet. */
type ExampleStore = { isOffered: boolean; isOpening: boolean; open: () => void };

/** Opens the user's store of example data, which is made if there is none. */
export function useExampleStore(): ExampleStore {
  const stores = useMe()?.stores ?? [];
  const navigate = useNavigate();
  const make = useApiMutation('POST /panel/api/example-store', {
    onSuccess: ({ storeId }) => void navigate({ to: '/$storeId', params: { storeId } }),
    onError: notifyError,
  });
  return {
    isOffered: stores.some(({ role }) => role === 'owner') && !stores.some(({ example }) => example),
    isOpening: make.isPending,
    open: () => make.mutate({}),
  };
}
