import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from './texts.ts';

/** Makes a payment link of R$ 1 and opens its page, from which the owner pays it on a phone. */
export function SaleButton({ variant, disabled }: { variant: 'filled' | 'default'; disabled: boolean }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const navigate = useNavigate();
  const make = useApiMutation('POST /panel/api/stores/:storeId/checkouts', {
    onSuccess: ({ checkoutId }) =>
      void navigate({ to: '/$storeId/checkouts/$checkoutId', params: { storeId, checkoutId } }),
    onError: notifyError,
  });
  const body = {
    items: [{ title: t.saleItem, quantity: 1, unitPrice: 100 }],
    requiresShipping: false,
    customer: {},
  };
  return (
    <Button
      size="sm"
      variant={variant}
      disabled={disabled}
      loading={make.isPending}
      onClick={() => make.mutate({ body })}
    >
      {t.saleAct}
    </Button>
  );
}
