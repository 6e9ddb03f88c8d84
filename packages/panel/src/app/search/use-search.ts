import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { call } from '../../api/call.ts';
import { useFormats } from '../../ui/format/formats.ts';
import { useLocale } from '../../ui/locale.tsx';
import type { useMe } from '../../ui/use-store.ts';
import { groupsOf, type Choice, type SearchAnswer, type ChoiceGroup, type ResultKind } from './choice.ts';
import { foundChoices } from './found-choices.ts';
import { actionChoices, ownChoices, pageChoices } from './own-choices.ts';
import { listSeen, type Seen } from './seen.ts';

const route = 'GET /panel/api/stores/:storeId/search';
/** The pause in typing after which the service is asked, in milliseconds. */
const pauseMs = 180;

/** The store whose data are searched. */
export type SearchedStore = NonNullable<ReturnType<typeof useMe>>['stores'][number];

/** What the search shows. */
export type SearchView = {
  /** By kind or, before anything is typed, what was seen lately and what to do. */
  groups: ChoiceGroup[];
  /** The number of results of each kind. */
  counts: Readonly<Partial<Record<ResultKind, number>>>;
  /** When each choice was seen, in milliseconds. */
  seenAt: ReadonlyMap<string, number>;
  /** Whether the results do not belong to the typed text yet. */
  isPending: boolean;
  newestNumber: string | null;
  query: UseQueryResult<SearchAnswer>;
};

/** The results for a typed text. */
export function useSearch(store: SearchedStore, typed: string, kind: ResultKind | undefined): SearchView {
  const { storeId, testOf, timeZone, may } = store;
  const { locale } = useLocale();
  const formats = useFormats(timeZone);
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, pauseMs);
  const [seen] = useState(() => listSeen(storeId));
  const ids = seen.filter(({ kind }) => kind !== 'setting').map(({ kind, id }) => `${kind}:${id}`);
  const request = asked === '' ? { seen: ids.join(',') } : { search: asked };
  const query = useQuery<SearchAnswer>({
    queryKey: [route, storeId, request],
    queryFn: ({ signal }) => call(route, { params: { storeId }, query: request }, signal),
    placeholderData: keepPreviousData,
    enabled: asked !== '' || ids.length > 0,
    gcTime: 30_000,
  });
  const isPending = text !== asked || (text !== '' && (query.isPlaceholderData || query.isPending));
  const viewer = { storeId, testOf, locale, can: (permission: (typeof may)[number]) => may.includes(permission) };
  const found = query.data && (query.isPlaceholderData || text !== asked ? undefined : query.data);
  const known = found ? foundChoices(found, { storeId, locale, formats }) : [];
  if (text === '') {
    const own = [...known, ...pageChoices(viewer)];
    const latest = seen.flatMap((one) => own.find(({ id }) => id === choiceIdOf(one)) ?? []);
    const at = new Map(seen.map((one) => [choiceIdOf(one), one.at]));
    return {
      groups: restingGroups(latest, actionChoices(viewer)),
      counts: {},
      seenAt: at,
      isPending,
      newestNumber: null,
      query,
    };
  }
  const choices = [...known, ...ownChoices(text, viewer)];
  const groups = groupsOf(choices, kind);
  const counts = Object.fromEntries(groupsOf(choices, undefined).map(({ name, total }) => [name, total]));
  return { groups, counts, seenAt: new Map(), isPending, newestNumber: found?.newestNumber ?? null, query };
}

function restingGroups(seen: readonly Choice[], actions: readonly Choice[]): ChoiceGroup[] {
  const groups: ChoiceGroup[] = [
    { name: 'seen', choices: seen, total: seen.length },
    { name: 'actions', choices: actions, total: actions.length },
  ];
  return groups.filter(({ total }) => total > 0);
}

const references: Partial<Record<Seen['kind'], string>> = {
  'person-order': 'person-orderId=',
  'person-checkout': 'person-checkoutId=',
  'person-run': 'person-runId=',
  setting: 'page-settings-',
};

/** The id of the choice that opens what was seen. */
const choiceIdOf = ({ kind, id }: Seen): string => `${references[kind] ?? `${kind}-`}${id}`;
