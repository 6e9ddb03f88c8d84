import { Button, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from './texts.ts';

type Typed = number | string;

const empty = {
  name: '',
  carrier: '',
  price: '' as Typed,
  minDays: '' as Typed,
  maxDays: '' as Typed,
  freeAbove: '' as Typed,
};

const centsOf = (typed: Typed): number | null => (typed === '' ? null : Math.round(Number(typed) * 100));
const daysOf = (typed: Typed): number | null => (typed === '' ? null : Number(typed));

/** The form of a new shipping option; amounts are typed in reais. */
export function AddOption(): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const [typed, setTyped] = useState(empty);
  const set = (more: Partial<typeof empty>): void => setTyped({ ...typed, ...more });
  const create = useApiMutation('POST /panel/api/stores/:storeId/shipping-options');
  const isBackwards = typed.minDays !== '' && typed.maxDays !== '' && Number(typed.minDays) > Number(typed.maxDays);
  const submit = (): void => {
    const body = {
      name: typed.name,
      carrier: typed.carrier || null,
      price: centsOf(typed.price) ?? 0,
      turnaroundMinDays: daysOf(typed.minDays),
      turnaroundMaxDays: daysOf(typed.maxDays),
      freeAbove: centsOf(typed.freeAbove),
    };
    const onSuccess = (): void => {
      notifySuccess(t.added);
      setTyped(empty);
    };
    if (!isBackwards) create.mutate({ params: { storeId }, body }, { onSuccess });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <TextInput
          label={t.name}
          description={t.nameHint}
          required
          maxLength={100}
          value={typed.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Amounts typed={typed} set={set} isBackwards={isBackwards} />
        <TextInput
          label={t.carrier}
          placeholder={t.optional}
          maxLength={100}
          value={typed.carrier}
          onChange={(event) => set({ carrier: event.currentTarget.value })}
        />
        <Refusal error={create.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const money = { decimalSeparator: ',', thousandSeparator: '.', decimalScale: 2, prefix: 'R$ ', hideControls: true };
const days = { min: 0, max: 365, allowDecimal: false, hideControls: true };

type AmountsProps = { typed: typeof empty; set: (more: Partial<typeof empty>) => void; isBackwards: boolean };

/** The price and the delivery time. */
function Amounts({ typed, set, isBackwards }: AmountsProps): ReactNode {
  const t = useTexts(texts);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label={t.price}
        required
        min={0}
        {...money}
        value={typed.price}
        onChange={(price) => set({ price })}
      />
      <NumberInput
        label={t.freeAbove}
        placeholder={t.optional}
        min={0}
        {...money}
        value={typed.freeAbove}
        onChange={(freeAbove) => set({ freeAbove })}
      />
      <NumberInput
        label={t.minDays}
        placeholder={t.optional}
        {...days}
        value={typed.minDays}
        onChange={(minDays) => set({ minDays })}
      />
      <NumberInput
        label={t.maxDays}
        placeholder={t.optional}
        {...days}
        error={isBackwards && t.backwards}
        value={typed.maxDays}
        onChange={(maxDays) => set({ maxDays })}
      />
    </SimpleGrid>
  );
}
