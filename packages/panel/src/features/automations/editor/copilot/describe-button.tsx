import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../../api/query.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useAutomationParams } from '../save/automation.ts';
import { copilotRoute } from './ask-stream.ts';
import { callCopilot } from './call-copilot.ts';
import { texts } from './texts.ts';

/** Begins an automation with words for the copilot; nothing where it has no model to propose changes with. */
export function DescribeButton(): ReactNode {
  const t = useTexts(texts);
  const params = useAutomationParams();
  const { data } = useApiQuery(copilotRoute, { params });
  if (!data || data.model === null) return null;
  return (
    <Button variant="subtle" color="gray" leftSection={<Icon name="spark" size={16} />} onClick={callCopilot}>
      {t.describe}
    </Button>
  );
}
