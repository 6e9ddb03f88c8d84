import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

type AutomationSelectProps = { value?: string | null; onChange: (automationId: string | null) => void };

/** A filter by an automation of the store. */
export function AutomationSelect({ value = null, onChange }: AutomationSelectProps): ReactNode {
  const t = useTexts(texts);
  const { data } = useApiQuery('GET /panel/api/stores/:storeId/automations', {});
  return (
    <Select
      label={t.automation}
      w={{ base: '100%', sm: 240 }}
      data={(data?.automations ?? []).map(({ automationId, name }) => ({ value: automationId, label: name }))}
      value={value}
      placeholder={t.allAutomations}
      clearable
      searchable
      onChange={onChange}
    />
  );
}
