import { NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { Flow } from '@retoma/flow';
import type { ReactNode } from 'react';
import { fieldWords } from '../../../diagram/step-words.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { customers, paidAtStart, payments, reactionsIn, type Situation } from './situation.ts';
import { texts } from './texts.ts';

type SituationFormProps = { flow: Flow; situation: Situation; onChange: (situation: Situation) => void };

/** A situation in words; each change is tried at once. */
export function SituationForm({ flow, situation, onChange }: SituationFormProps): ReactNode {
  const t = useTexts(texts);
  const set = (changes: Partial<Situation>): void => onChange({ ...situation, ...changes });
  const reactions = reactionsIn(flow);
  const offered = paidAtStart(flow) ? (['paid', 'cancelled'] as const) : payments;
  return (
    <Stack>
      <Choice
        label={t.payment}
        value={situation.payment}
        options={offered.map((value) => [value, value === 'paid' && paidAtStart(flow) ? t.waitsPaid : t[value]])}
        onChange={(payment) => set({ payment: payments.find((one) => one === payment)! })}
      />
      {situation.payment === 'pays' && (
        <Minutes label={t.paidAfter} value={situation.paidAfter} onChange={(paidAfter) => set({ paidAfter })} />
      )}
      {reactions.length > 1 && (
        <Choice
          label={t.customer}
          value={situation.customer}
          options={reactions.map((value) => [value, t[value]])}
          onChange={(customer) => set({ customer: customers.find((one) => one === customer)! })}
        />
      )}
      {situation.customer !== 'nothing' && (
        <Minutes label={t.after} value={situation.after} onChange={(after) => set({ after })} />
      )}
      <Facts situation={situation} onChange={(facts) => set({ facts })} />
      <TextInput
        type="time"
        label={t.hour}
        description={t.hourHint}
        value={situation.hour}
        onChange={(event) => event.currentTarget.value && set({ hour: event.currentTarget.value })}
      />
    </Stack>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
};

const Choice = ({ label, value, options, onChange }: ChoiceProps): ReactNode => (
  <Radio.Group label={label} value={value} onChange={onChange}>
    <Stack gap="xs" mt="xs">
      {options.map(([one, words]) => (
        <Radio key={one} value={one} label={words} />
      ))}
    </Stack>
  </Radio.Group>
);

/** Minutes up to thirty days. */
const Minutes = (props: { label: string; value: number; onChange: (value: number) => void }): ReactNode => (
  <NumberInput
    label={props.label}
    value={props.value}
    min={0}
    max={43_200}
    allowDecimal={false}
    onChange={(value) => typeof value === 'number' && props.onChange(value)}
  />
);

type FactsProps = { situation: Situation; onChange: (facts: Situation['facts']) => void };

/** One field for each thing that conditions ask for; left empty, the order does not have it. */
function Facts({ situation: { facts }, onChange }: FactsProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const fields = Object.entries(facts);
  if (fields.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text fw={500}>{t.facts}</Text>
      {fields.map(([field, value]) => (
        <TextInput
          key={field}
          label={fieldWords(field, locale)}
          placeholder={t.factEmpty}
          value={value}
          onChange={(event) => onChange({ ...facts, [field]: event.currentTarget.value })}
        />
      ))}
    </Stack>
  );
}
