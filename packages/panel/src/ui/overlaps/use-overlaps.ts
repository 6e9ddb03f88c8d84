import { readableFlow } from '@retoma/flow';
import { holdsMessagesOf } from '@retoma/flow/overlap';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type ApiResponse } from '../../api/call.ts';

const route = 'POST /panel/api/stores/:storeId/automations/overlaps';

/** An active automation that may message the same people. */
export type Overlap = ApiResponse<typeof route>['overlaps'][number];

/** The automation to be activated: a definition as text, or the automation's published version. */
export type OverlapQuestion = { storeId: string; automationId?: string; text?: string };

/** The user's choice about one overlap. */
export type OverlapChoice = 'pause' | 'keep' | 'merge';

/** Requests the active automations that may message the same people. Throws like `call`. */
export async function askOverlaps({ storeId, ...body }: OverlapQuestion): Promise<Overlap[]> {
  return (await call(route, { params: { storeId }, body })).overlaps;
}

/**
 * The overlaps of a definition, and the user's choice for each. By default both automations stay active. If the definition contains all
 * messages of the other one, as after a merge, the default is to pause the other one.
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

/** The result of `useOverlaps`. */
export type Overlapping = {
  query: UseQueryResult<Overlap[]>;
  choiceOf: (overlap: Overlap) => OverlapChoice;
  choose: (automationId: string, choice: OverlapChoice) => void;
  pickedFor: (choice: OverlapChoice) => Overlap[];
};
