import { Button, Group, Modal, Radio, ScrollArea, SimpleGrid, Stack, Text } from '@mantine/core';
import { mergeFlows, type Side } from '@retoma/flow';
import { useMemo, useState, type ReactNode } from 'react';
import { DifferenceList } from '../../../../ui/difference-list.tsx';
import { useFormats } from '../../../../ui/format/formats.ts';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { withLabels } from '../../../../ui/with-labels.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { flowOf, serializeFlow } from './automation.ts';
import { conflictPoints, type ConflictPoint } from './conflict-points.ts';
import type { RemoteDraft } from './send-draft.ts';
import { texts } from './texts.ts';
import { useAuthorOf } from './use-author-of.ts';
import type { Saving } from './use-autosave.ts';

type ConflictDialogProps = Pick<Saving, 'autosave'> & {
  remote: RemoteDraft;
  /** The text that both versions began from; undefined if it is not known. */
  base: string | undefined;
  opened: boolean;
  onClose: () => void;
};

/**
 * Another member saved a newer draft that changed the same points: shows them side by side, and keeps all else of both versions. Until then
 * both are stored.
 */
export function ConflictDialog({ autosave, remote, base, opened, onClose }: ConflictDialogProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { instant } = useFormats();
  const { definition: local } = useFlowDocument();
  const store = useEditorStore();
  const author = useAuthorOf()(remote);
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const versions = useMemo(
    () => (base === undefined ? undefined : { base: flowOf(base), local, remote: flowOf(remote.text) }),
    [base, local, remote],
  );
  const points = useMemo(
    () => (versions && opened ? conflictPoints(versions, locale) : undefined),
    [versions, opened, locale],
  );
  const useRemote = (): void => {
    autosave.adopt(remote);
    store.replace(flowOf(remote.text));
    onClose();
  };
  const keepLocal = (): void => {
    autosave.resolve();
    onClose();
  };
  const join = (): void => {
    if (!versions) return;
    const merged = mergeFlows(versions.base, store.get().history.flow, versions.remote, choices);
    if (!merged) return;
    store.adopt(merged.flow);
    autosave.resolve(serializeFlow(store.get().history.flow));
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t.newer(author)} size={720}>
      <Stack>
        <Text size="sm">
          {t.when(instant(remote.at))} {points ? t.clashes(points.length) : t.whole}
        </Text>
        <ScrollArea.Autosize mah="50vh" type="auto" viewportProps={{ tabIndex: 0 }}>
          {points ? (
            <Stack>
              {points.map((point) => (
                <Point
                  key={point.key}
                  point={point}
                  chosen={choices.get(point.key)}
                  onChoose={(side) => setChoices(new Map([...choices, [point.key, side]]))}
                />
              ))}
            </Stack>
          ) : (
            opened && <DifferenceList before={flowOf(remote.text)} after={local} />
          )}
        </ScrollArea.Autosize>
        <Group justify="flex-end" gap="xs">
          <Button variant={points ? 'subtle' : 'default'} onClick={useRemote}>
            {t.useRemote}
          </Button>
          <Button variant={points ? 'subtle' : 'default'} onClick={keepLocal}>
            {t.keepLocal}
          </Button>
          {points && (
            <Button disabled={points.some(({ key }) => !choices.has(key))} onClick={join}>
              {t.join}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

type PointProps = { point: ConflictPoint; chosen: Side | undefined; onChoose: (side: Side) => void };

/** One point with both values side by side, each a choice. */
function Point({ point, chosen, onChoose }: PointProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const name = [withLabels(point.step, locale), point.label].filter(Boolean).join(' · ');
  const card = (side: Side, label: string, value: string): ReactNode => (
    <Radio.Card value={side} p="sm" radius="md" aria-label={`${label}: ${withLabels(value, locale)}`}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator mt={2} />
        <Stack gap={2} miw={0}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text size="sm" lineClamp={8} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {withLabels(value, locale)}
          </Text>
        </Stack>
      </Group>
    </Radio.Card>
  );
  return (
    <Radio.Group label={name} value={chosen ?? null} onChange={(side) => onChoose(side)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={4}>
        {card('local', t.mine, point.mine)}
        {card('remote', t.theirs, point.theirs)}
      </SimpleGrid>
    </Radio.Group>
  );
}
