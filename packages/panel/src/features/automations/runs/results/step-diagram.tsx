import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { LazyDiagram } from '../../../../diagram/lazy-diagram.tsx';
import { useApiQuery } from '../../../../api/query.ts';
import { stepMetrics } from '../../../../diagram/metrics/step-metrics.ts';
import { outlineOf } from '../../../../diagram/layout/flow-tree.ts';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import type { Results } from './funnel.tsx';
import { texts } from './texts.ts';

/** The diagram of the automation with the metrics of each step; loaded on request. */
export function StepDiagram({ results, automationId }: { results: Results; automationId: string }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { flow, days } = results;
  const { data } = useApiQuery(
    'GET /panel/api/stores/:storeId/automations/:automationId/results/steps',
    { params: { automationId }, query: { days } },
    { enabled: isOpen && flow !== null, placeholderData: keepPreviousData },
  );
  const metrics = useMemo(
    () => (flow && data ? stepMetrics(data, { outline: outlineOf(flow) }, { formats, locale }) : undefined),
    [flow, data, formats, locale],
  );
  if (!flow) return null;
  return (
    <>
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="flow" size={16} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t.hideDiagram : t.showDiagram}
        </Button>
        {isOpen && data?.reached && (
          <Text size="sm" c="dimmed">
            {t.reached(formats.number(data.entered), formats.instant(data.reached))}
          </Text>
        )}
      </Group>
      {isOpen && (
        <Surface p={0} h="60vh" style={{ overflow: 'hidden' }}>
          <Suspense>
            <LazyDiagram flow={flow} metrics={metrics} />
          </Suspense>
        </Surface>
      )}
    </>
  );
}
