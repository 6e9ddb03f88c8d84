import { Box, Stack, Text, Title } from '@mantine/core';
import { readableFlow, validateFlow, walkFlow, type Flow, type Mode } from '@retoma/flow';
import { Suspense, useMemo, type ReactNode } from 'react';
import { LazyDiagram } from '../../../diagram/lazy-diagram.tsx';
import type { Highlight, Highlights } from '../../../diagram/metrics/highlights.ts';
import { useLocale, type Locale } from '../../../ui/locale.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

type ResultPaneProps = { flow: Flow | undefined; isEmpty: boolean; mode: Mode };

/** The diagram of the flow to save, with the remaining issues of each step. */
export function ResultPane({ flow: definition, isEmpty, mode }: ResultPaneProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const flow = definition && readableFlow(definition);
  const highlights = useMemo(
    () => (definition ? issueHighlights(definition, locale, mode) : {}),
    [definition, locale, mode],
  );
  return (
    <Surface component="section" aria-label={t.diagram} style={{ position: 'sticky', top: 16 }}>
      <Stack gap="sm">
        <Title order={2}>{t.diagram}</Title>
        {flow ? (
          <Box h={560} style={{ border: '1px solid var(--retoma-border)', borderRadius: 10, overflow: 'hidden' }}>
            <Suspense>
              <LazyDiagram flow={flow} highlights={highlights} />
            </Suspense>
          </Box>
        ) : (
          <Text c="dimmed" py="xl">
            {isEmpty ? t.waiting : t.undrawable}
          </Text>
        )}
      </Stack>
    </Surface>
  );
}

/** A badge with the number of issues for each step that has some. */
function issueHighlights(definition: Flow, locale: Locale, mode: Mode): Highlights {
  const { structure, _validation } = validateFlow(definition, { mode, locale, audience: 'owner' });
  const ofErrors = mode === 'block' ? ('error' as const) : ('warning' as const);
  const issues = [
    ...structure,
    ...(_validation?.steps ?? []).flatMap(({ path, errors, warnings }) => [
      ...errors.map(({ message }) => ({ path, message, severity: ofErrors })),
      ...warnings.map(({ message }) => ({ path, message, severity: 'warning' as const })),
    ]),
  ];
  const steps = [...walkFlow(readableFlow(definition))].reverse();
  const highlights: Record<string, Highlight> = {};
  for (const { path, message, severity } of issues) {
    const owner = steps.find((placed) => path === placed.path || path.startsWith(`${placed.path}.`));
    const id = owner?.step.id;
    if (id === undefined) continue;
    const before = highlights[id];
    const tone = severity === 'error' || before?.tone === 'error' ? 'error' : 'warning';
    highlights[id] = { tone, badge: String(Number(before?.badge ?? 0) + 1), note: before?.note ?? message };
  }
  return highlights;
}
