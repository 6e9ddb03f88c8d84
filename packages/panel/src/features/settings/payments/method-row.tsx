import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useDo } from '../../../api/query.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { tellDone, tellFailed } from '../../../ui/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { providerName } from '../provider-form/provider-names.ts';
import type { Payments } from './payments-section.tsx';
import { texts } from './texts.ts';

type MethodRowProps = { method: 'pix' | 'boleto' | 'card'; payments: Payments };

/** One way of paying, and the account that takes it; whoever is connected and can take it may be chosen. */
export function MethodRow({ method, payments: { accounts, providers } }: MethodRowProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { storeId } = useStore();
  const route = 'GET /panel/api/stores/:storeId/payment-accounts';
  const connect = useDo('POST /panel/api/stores/:storeId/payment-accounts', route);
  const remove = useDo('POST /panel/api/stores/:storeId/payment-methods/:method/remove', route);
  const taker = accounts.find(({ methods }) => methods.includes(method));
  const able = accounts.filter(({ provider }) =>
    providers.some(({ name, methods }) => name === provider && methods.includes(method)),
  );
  const told = { onSuccess: () => void tellDone(t.switched), onError: tellFailed };
  const [next, setNext] = useState<string>();
  const choose = (provider: string): void => {
    setNext(undefined);
    if (provider === '') remove.mutate({ params: { storeId, method }, body: {} }, told);
    else connect.mutate({ params: { storeId }, body: { provider, methods: [method] } }, told);
  };
  const pick = (provider: string): void => {
    if (taker && provider !== '') setNext(provider);
    else choose(provider);
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text fw={500}>{t[method]}</Text>
      <Select
        w={{ base: '100%', xs: 280 }}
        aria-label={t.providerOf(t[method])}
        data={[
          { value: '', label: t.none },
          ...able.map(({ provider }) => ({ value: provider, label: providerName(provider, locale) })),
        ]}
        value={taker?.provider ?? ''}
        allowDeselect={false}
        disabled={connect.isPending || remove.isPending}
        onChange={(picked) => picked !== null && picked !== (taker?.provider ?? '') && pick(picked)}
      />
      {taker && next && (
        <Modal opened onClose={() => setNext(undefined)} title={t.moveTitle(t[method])}>
          <Stack>
            <Text>{t.move(t[method], providerName(taker.provider, locale), providerName(next, locale))}</Text>
            <Group justify="flex-end">
              <Button onClick={() => choose(next)}>{t.moveNow}</Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </Group>
  );
}
