import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { notifyError, notifySuccess } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { providerLabel, type Payments } from './payments-data.ts';
import { texts } from './texts.ts';

type FallbackPickerProps = {
  method: 'pix' | 'boleto' | 'card';
  payments: Payments;
  /** The other accounts that can take the method. */
  others: Payments['accounts'];
};

/** COM40: the account that takes a method while its first one is down. */
export function FallbackPicker({ method, payments: { accounts, providers }, others }: FallbackPickerProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const fallback = useApiMutation('POST /panel/api/stores/:storeId/payment-methods/:method/fallback', {
    onError: notifyError,
  });
  const second = accounts.find(({ fallbackFor }) => fallbackFor.includes(method))?.provider ?? '';
  const pick = (provider: string): void =>
    fallback.mutate(
      { params: { method }, body: { provider: provider === '' ? null : provider } },
      { onSuccess: ({ waitsUntil }) => notifySuccess(waitsUntil === null ? t.switched : t.waits) },
    );
  return (
    <Select
      size="xs"
      label={t.fallbackOf}
      aria-label={t.fallbackOfMethod(t[method])}
      data={[
        { value: '', label: t.noFallback },
        ...others.map(({ provider }) => ({ value: provider, label: providerLabel(providers, provider, locale) })),
      ]}
      value={second}
      allowDeselect={false}
      disabled={fallback.isPending}
      onChange={(picked) => picked !== null && picked !== second && pick(picked)}
    />
  );
}
