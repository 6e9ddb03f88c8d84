import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { OverlapChoices } from '../../../../ui/overlaps/overlap-choices.tsx';
import { texts } from '../../../../ui/overlaps/texts.ts';
import { useOverlaps } from '../../../../ui/overlaps/use-overlaps.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { serializeFlow, useAutomationParams } from '../save/automation.ts';
import { useMerge } from './use-merge.ts';

type PublishOverlap = {
  /** The ids of the automations that publishing pauses. */
  pause: string[];
  /** The request is loading: publishing waits for it. */
  isPending: boolean;
  /** The section of the sheet; nothing if no other automation overlaps. */
  section: ReactNode;
  /** Replaces the publish button if merging is chosen. */
  mergeButton: ReactNode;
};

/** The part of the publish sheet about active automations that may message the same people, and the user's choice (EDT7). */
export function usePublishOverlap(activate: boolean, onClose: () => void): PublishOverlap {
  const t = useTexts(texts);
  const document = useFlowDocument();
  const overlapping = useOverlaps({ ...useAutomationParams(), text: serializeFlow(document.flow) });
  const merge = useMerge();
  const merging = overlapping.pickedFor('merge');
  if (!activate) return { pause: [], isPending: false, section: null, mergeButton: null };
  const mergeNow = (): void => {
    if (merge(merging)) onClose();
  };
  return {
    pause: overlapping.pickedFor('pause').map(({ automationId }) => automationId),
    isPending: overlapping.query.isPending,
    section: <OverlapChoices overlapping={overlapping} canMerge={document.locked === undefined} />,
    mergeButton: merging.length > 0 ? <Button onClick={mergeNow}>{t.mergeNow}</Button> : null,
  };
}
