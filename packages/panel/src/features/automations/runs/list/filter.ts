import { useSearch } from '@tanstack/react-router';
import { usePrivateSearch } from '../../../../ui/use-private-search.ts';
import { runStates, type RunState } from '../texts.ts';

const channels = ['whatsapp', 'email', 'sms'] as const;

/** The filter of the list of runs, as the query parameters of its request. */
export type Filter = {
  state?: RunState;
  automationId?: string;
  version?: number;
  step?: string;
  channel?: (typeof channels)[number];
  days?: number;
  min?: number;
  max?: number;
  search?: string;
};

/** The names of the filters, as in the address. */
export type FilterName = keyof Filter;

const names = ['state', 'automationId', 'version', 'step', 'channel', 'days', 'min', 'max', 'search'] as const;

const integer = (text: string | undefined, max: number): number | undefined => {
  const value = Number(text);
  return text && Number.isInteger(value) && value >= 0 && value <= max ? value : undefined;
};

/** Parses the filter in an address; invalid values are ignored. */
export function filterIn(search: Readonly<Record<string, string | undefined>>): Filter {
  const { state, automationId, step, channel } = search;
  const filter = {
    state: state !== undefined && Object.hasOwn(runStates, state) ? (state as RunState) : undefined,
    automationId: /^[0-9a-f-]{36}$/i.test(automationId ?? '') ? automationId : undefined,
    version: integer(search['version'], 1e6) || undefined,
    step: step?.slice(0, 300) || undefined,
    channel: channels.find((one) => one === channel),
    days: integer(search['days'], 400) || undefined,
    min: integer(search['min'], 1e12),
    max: integer(search['max'], 1e12),
    search: search['search']?.slice(0, 100) || undefined,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** The filter in the page's address, and functions to change it; an undefined member is removed. */
export function useFilter(): {
  filter: Filter;
  change: (changed: { [Name in FilterName]?: Filter[Name] | undefined }) => void;
  /** Replaces the whole filter. */
  set: (filter: Filter) => void;
  clear: () => void;
} {
  const address = useSearch({ strict: false }) as Record<string, string | undefined>;
  const hidden = usePrivateSearch();
  const search = { ...address, search: hidden.search };
  const go = (next: Record<string, string | undefined>): void =>
    hidden.go(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)), { replace: true });
  return {
    filter: filterIn(search),
    change: (changed) => {
      const texts = Object.entries(changed).map(([name, value]) => [
        name,
        value === undefined ? undefined : String(value),
      ]);
      go({ ...search, ...(Object.fromEntries(texts) as Record<string, string | undefined>) });
    },
    set: (filter) => go(Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))),
    clear: () => go({ ...search, ...Object.fromEntries(names.map((name) => [name, undefined])) }),
  };
}
