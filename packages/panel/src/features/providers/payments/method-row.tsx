import { Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { TestAndSave } from '../provider-form/test-and-save.tsx';
import { FallbackPicker } from './fallback-picker.tsx';
import { providerLabel, type Payments } from './payments-data.ts';
import { texts } from './texts.ts';

type MethodRowProps = { method: 'pix' | 'boleto' | 'card'; payments: Payments };

/** One payment method and its account. It moves to another account only after a check and a confirmation. */
export function MethodRow({ method, payments }: MethodRowProps): ReactNode {
  const { accounts, providers } = payments;
  const t = useTexts(texts);
  const { locale } = useLocale();
  const connect = useApiMutation('POST /panel/api/stores/:storeId/payment-accounts');
  const remove = useApiMutation('POST /panel/api/stores/:storeId/payment-methods/:method/remove', {
    done: t.switched,
    onError: notifyError,
  });
  const labelOf = (provider: string): string => providerLabel(providers, provider, locale);
  const taker = accounts.find(({ methods }) => methods.includes(method));
  const able = accounts.filter(({ provider }) =>
    providers.some(({ name, methods }) => name === provider && methods.includes(method)),
  );
  const others = able.filter(({ provider }) => provider !== taker?.provider);
  const [next, setNext] = useState<string>();
  const close = (): void => {
    setNext(undefined);
    connect.reset();
  };
  const use = (provider: string, saveAnyway = false): void => {
    const methods = taker ? { methods: [], move: method } : { methods: [method] };
    const onSuccess = ({ verified, waitsUntil }: { verified: boolean; waitsUntil: string | null }): void => {
      notifySuccess(waitsUntil !== null ? t.waits : verified ? t.switched : t.switchedUnverified);
      close();
    };
    connect.mutate(
      { body: { provider, ...methods, ...(saveAnyway && { saveAnyway }) } },
      { onSuccess, onError: () => setNext(provider) },
    );
  };
  const pick = (provider: string): void => {
    if (provider === '') remove.mutate({ params: { method }, body: {} });
    else if (taker) setNext(provider);
    else use(provider);
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text fw={500}>{t[method]}</Text>
      <Stack gap={6} w={{ base: '100%', xs: 280 }}>
        <Select
          aria-label={t.providerOf(t[method])}
          data={[
            { value: '', label: t.none },
            ...able.map(({ provider }) => ({ value: provider, label: labelOf(provider) })),
          ]}
          value={taker?.provider ?? ''}
          allowDeselect={false}
          disabled={connect.isPending || remove.isPending}
          onChange={(picked) => picked !== null && picked !== (taker?.provider ?? '') && pick(picked)}
        />
        {taker && others.length > 0 && <FallbackPicker method={method} payments={payments} others={others} />}
      </Stack>
      {next && (
        <Modal opened onClose={close} title={taker ? t.moveTitle(t[method]) : t.offerTitle(t[method])}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              use(next);
            }}
          >
            <Stack>
              {taker && <Text>{t.move(t[method], labelOf(taker.provider), labelOf(next))}</Text>}
              <TestAndSave
                error={connect.error}
                isPending={connect.isPending}
                label={t.testAndMove}
                saveAnywayLabel={t.moveAnyway}
                onSaveAnyway={() => use(next, true)}
              />
            </Stack>
          </form>
        </Modal>
      )}
    </Group>
  );
}
