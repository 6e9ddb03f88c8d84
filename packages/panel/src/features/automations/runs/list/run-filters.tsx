import { Button, Group, NumberInput, Pill, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { AutomationSelect } from '../automation-select.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { runStates, texts as shared, type RunState } from '../texts.ts';
import { useFilter, type Filter } from './filter.ts';
import { SavedViews } from './saved-views.tsx';
import { texts } from './texts.ts';

const periods = ['1', '7', '30', '90'];

/** The filters of the list of runs, all stored in the page's address. */
export function RunFilters(): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const { filter, change, clear } = useFilter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Group gap="sm" align="flex-end">
        <Search value={filter.search ?? ''} onChange={(search) => change({ search: search || undefined })} />
        <Select
          label={t.state}
          w={{ base: 'calc(50% - 6px)', sm: 170 }}
          data={Object.keys(runStates).map((state) => ({ value: state, label: s[state as RunState] }))}
          value={filter.state ?? null}
          placeholder={t.all}
          clearable
          onChange={(state) => change({ state: (state ?? undefined) as RunState | undefined })}
        />
        <Select
          label={t.period}
          w={{ base: 'calc(50% - 6px)', sm: 160 }}
          data={periods.map((days) => ({ value: days, label: t.days(days) }))}
          value={filter.days === undefined ? null : String(filter.days)}
          placeholder={t.anyTime}
          clearable
          onChange={(days) => change({ days: days === null ? undefined : Number(days) })}
        />
        <Button
          variant="default"
          leftSection={<Icon name="filter" size={16} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t.filters}
        </Button>
        <SavedViews />
        {Object.keys(filter).length > 0 && (
          <Button variant="subtle" onClick={clear}>
            {t.clear}
          </Button>
        )}
      </Group>
      {isOpen && <MoreFilters />}
      <FilterSummary filter={filter} />
    </>
  );
}

/** Searches for the typed text after a pause. */
function Search({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  const t = useTexts(texts);
  const [typed, setTyped] = useState({ text: value, of: value });
  // If the address changed for another reason than typing, its value replaces the typed text.
  const text = typed.of === value || typed.text.trim() === value ? typed.text : value;
  const reportChange = useDebouncedCallback(onChange, 400);
  return (
    <TextInput
      label={t.search}
      placeholder={t.searchHint}
      type="search"
      w={{ base: '100%', sm: 280 }}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped({ text: currentTarget.value, of: value });
        reportChange(currentTarget.value.trim());
      }}
    />
  );
}

function MoreFilters(): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const { filter, change } = useFilter();
  const amount = (member: 'min' | 'max'): ReactNode => (
    <NumberInput
      label={member === 'min' ? t.minAmount : t.maxAmount}
      w={{ base: 'calc(50% - 6px)', sm: 150 }}
      min={0}
      decimalScale={2}
      decimalSeparator=","
      thousandSeparator="."
      prefix="R$ "
      hideControls
      value={filter[member] === undefined ? '' : filter[member] / 100}
      onBlur={({ currentTarget }) => {
        const value = Number(currentTarget.value.replace(/[^\d,]/g, '').replace(',', '.'));
        change({ [member]: currentTarget.value === '' ? undefined : Math.round(value * 100) });
      }}
    />
  );
  return (
    <Group gap="sm" align="flex-end">
      <AutomationSelect
        value={filter.automationId ?? null}
        onChange={(automationId) =>
          change({ automationId: automationId ?? undefined, version: undefined, step: undefined })
        }
      />
      <Select
        label={t.channel}
        w={{ base: '100%', sm: 150 }}
        data={(['whatsapp', 'email', 'sms'] as const).map((value) => ({ value, label: s[value] }))}
        value={filter.channel ?? null}
        placeholder={t.all}
        clearable
        onChange={(channel) => change({ channel: channel ?? undefined })}
      />
      {amount('min')}
      {amount('max')}
    </Group>
  );
}

/** The filters in the address that have no input field. */
function FilterSummary({ filter }: { filter: Filter }): ReactNode {
  const t = useTexts(texts);
  const { change } = useFilter();
  const members = [
    { member: 'version', label: filter.version === undefined ? undefined : t.onlyVersion(String(filter.version)) },
    { member: 'step', label: filter.step === undefined ? undefined : t.onlyStep },
  ] as const;
  const visible = members.filter(({ label }) => label !== undefined);
  if (visible.length === 0) return null;
  return (
    <Group gap="xs">
      {visible.map(({ member, label }) => (
        <Pill
          key={member}
          withRemoveButton
          removeButtonProps={{ 'aria-label': t.remove(label ?? ''), 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => change({ [member]: undefined })}
        >
          {label}
        </Pill>
      ))}
    </Group>
  );
}
