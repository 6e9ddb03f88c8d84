import { Button, Group, NumberInput, Pill, Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { ChoiceSelect, PeriodSelect, SearchInput } from '../../../../ui/lists/list-filters.tsx';
import { AutomationSelect } from '../automation-select.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { runStates, texts as shared, type RunState } from '../texts.ts';
import { useFilter, type Filter } from './filter.ts';
import { SavedViews } from './saved-views.tsx';
import { texts } from './texts.ts';

/** The filters of the list of runs, all stored in the page's address. */
export function RunFilters(): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const { filter, change, clear } = useFilter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Group gap="sm" align="flex-end">
        <SearchInput value={filter.search ?? ''} hint={t.searchHint} onChange={(search) => change({ search })} />
        <ChoiceSelect
          label={t.state}
          all={t.all}
          choices={Object.keys(runStates).map((state) => ({ value: state, label: s[state as RunState] }))}
          value={filter.state}
          onChange={(state) => change({ state: state as RunState | undefined })}
        />
        <PeriodSelect
          value={filter.days === undefined ? undefined : String(filter.days)}
          onChange={(days) => change({ days: days === undefined ? undefined : Number(days) })}
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
