import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../../api/query.ts';
import { notifyError } from '../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { texts } from './texts.ts';

/** Makes a test purchase and opens its order. */
export function TestPurchase({ variant }: { variant: 'filled' | 'subtle' }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const navigate = useNavigate();
  const buy = useApiMutation('POST /panel/api/stores/:storeId/test-purchase', {
    done: t.bought,
    onSuccess: ({ orderId }) => void navigate({ to: '/$storeId/orders/$orderId', params: { storeId, orderId } }),
    onError: notifyError,
  });
  return (
    <Button variant={variant} loading={buy.isPending} onClick={() => buy.mutate({ body: {} })}>
      {t.checkoutAct}
    </Button>
  );
}
