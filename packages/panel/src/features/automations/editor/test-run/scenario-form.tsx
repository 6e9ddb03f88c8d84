import { NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { describeField, describeFieldValue, describeMinutes, moneyFields, type Flow } from '@retoma/flow';
import type { ReactNode } from 'react';
import { MoneyInput } from '../../../../ui/format/money-input.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { TimeField } from '../../../../ui/fields/time-field.tsx';
import { paidMinutes, paymentIn, type TestStart } from './test-start.ts';
import { customers, payments, paymentsFor, reactionsIn, type TestScenario } from './test-scenario.ts';
import { texts } from './texts.ts';

type ScenarioFormProps = {
  flow: Flow;
  testStart: TestStart;
  testScenario: TestScenario;
  onChange: (testScenario: TestScenario) => void;
};

/** The form of a scenario; each change runs the test at once. */
export function ScenarioForm({ flow, testStart, testScenario, onChange }: ScenarioFormProps): ReactNode {
  const t = useTexts(texts);
  const set = (changes: Partial<TestScenario>): void => onChange({ ...testScenario, ...changes });
  const reactions = reactionsIn(flow);
  const paymentText = usePaymentText(testStart);
  return (
    <Stack>
      <ScenarioChoice
        label={t.payment}
        value={testScenario.payment}
        options={paymentsFor(testStart).map((value) => [value, paymentText(value)])}
        onChange={(payment) => set({ payment: payments.find((one) => one === payment)! })}
      />
      {testScenario.payment === 'pays' && (
        <Minutes label={t.paidAfter} value={testScenario.paidAfter} onChange={(paidAfter) => set({ paidAfter })} />
      )}
      {reactions.length > 1 && (
        <ScenarioChoice
          label={t.customer}
          value={testScenario.customer}
          options={reactions.map((value) => [value, t[value]])}
          onChange={(customer) => set({ customer: customers.find((one) => one === customer)! })}
        />
      )}
      {testScenario.customer !== 'nothing' && (
        <Minutes label={t.after} value={testScenario.after} onChange={(after) => set({ after })} />
      )}
      <ScenarioFacts testScenario={testScenario} onChange={(facts) => set({ facts })} />
      <TimeField label={t.hour} description={t.hourHint} value={testScenario.hour} onChange={(hour) => set({ hour })} />
    </Stack>
  );
}

/** The labels of the payment outcomes; for a real order with its current state. */
function usePaymentText(testStart: TestStart): (payment: TestScenario['payment']) => string {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const status = paymentIn(testStart.data);
  const word = status && describeFieldValue('payment_status', status, locale);
  return (payment) => {
    if (payment === 'happened') return t.happened(describeMinutes(Math.ceil(paidMinutes(testStart) ?? 0), locale));
    if (payment !== 'waits') return t[payment];
    if (testStart.happenedAt !== undefined) return t.asNow(word || t.noOrder);
    return word ? t.stays(word) : t.noPayment;
  };
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
};

const ScenarioChoice = ({ label, value, options, onChange }: ChoiceProps): ReactNode => (
  <Radio.Group label={label} value={value} onChange={onChange}>
    <Stack gap="xs" mt="xs">
      {options.map(([one, optionLabel]) => (
        <Radio key={one} value={one} label={optionLabel} />
      ))}
    </Stack>
  </Radio.Group>
);

/** A number of minutes, at most thirty days. */
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

type FactsProps = { testScenario: TestScenario; onChange: (facts: TestScenario['facts']) => void };

/** One field for each value that conditions read; with an empty field, the order has no such value. */
function ScenarioFacts({ testScenario: { facts }, onChange }: FactsProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const fields = Object.entries(facts);
  if (fields.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text fw={500}>{t.facts}</Text>
      {fields.map(([field, value]) => {
        const name = describeField(field, locale);
        const common = { label: name.charAt(0).toUpperCase() + name.slice(1), placeholder: t.factEmpty };
        const put = (text: string): void => onChange({ ...facts, [field]: text });
        if (moneyFields.has(field) && /^\d*$/.test(value)) {
          const cents = value === '' ? undefined : Number(value);
          return <MoneyInput key={field} {...common} value={cents} onChange={(next) => put(String(next ?? ''))} />;
        }
        return <TextInput key={field} {...common} value={value} onChange={(event) => put(event.currentTarget.value)} />;
      })}
    </Stack>
  );
}
