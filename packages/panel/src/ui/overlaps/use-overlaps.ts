import { readableFlow } from '@retoma/flow';
import { holdsMessagesOf } from '@retoma/flow/overlap';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type ApiResponse } from '../../api/call.ts';

const route = 'POST /panel/api/stores/:storeId/automations/overlaps';

/** An active automation that may message the same people. */
export type Overlap = ApiResponse<typeof route>['overlaps'][number];

/** What is about to be active: a text, or what the automation has published. */
export type OverlapQuestion = { storeId: string; automationId?: string; text?: string };

/** What an owner does about one overlap. */
export type OverlapChoice = 'pause' | 'keep' | 'merge';

/** Asks which active automations may message the same people. Throws as `call` does. */
export async function askOverlaps({ storeId, ...body }: OverlapQuestion): Promise<Overlap[]> {
  return (await call(route, { params: { storeId }, body })).overlaps;
}

/**
 * The overlaps of a text, as a page shows them, and what is chosen of each. Where nothing is chosen both stay active, unless the text
 * already holds every message of the other, as after a merge: then the other is paused.
 */
export function useOverlaps(question: OverlapQuestion): Overlapping {
  const [choices, setChoices] = useState<Readonly<Record<string, OverlapChoice>>>({});
  const query = useQuery({ queryKey: [route, question], queryFn: () => askOverlaps(question), staleTime: 0 });
  const choose = (automationId: string, choice: OverlapChoice): void =>
    setChoices((old) => ({ ...old, [automationId]: choice }));
  const choiceOf = ({ automationId, definition }: Overlap): OverlapChoice =>
    choices[automationId] ?? (isMerged(question.text, definition) ? 'pause' : 'keep');
  const pickedFor = (choice: OverlapChoice): Overlap[] =>
    (query.data ?? []).filter((overlap) => choiceOf(overlap) === choice);
  return { query, choiceOf, choose, pickedFor };
}

const isMerged = (text: string | undefined, other: string): boolean =>
  text !== undefined && holdsMessagesOf(readableFlow(JSON.parse(text)), readableFlow(JSON.parse(other)));

/** What `useOverlaps` answers. */
export type Overlapping = {
  query: UseQueryResult<Overlap[]>;
  choiceOf: (overlap: Overlap) => OverlapChoice;
  choose: (automationId: string, choice: OverlapChoice) => void;
  pickedFor: (choice: OverlapChoice) => Overlap[];
};
